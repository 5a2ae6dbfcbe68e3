/** Settings of the extension alone; all others are the server's. */
const own = new Set(['server', 'testing', 'trace']);

/** What of the section "mazurka" concerns the server, which complains of settings that it does not know. */
export function serverSettings(section: unknown): Record<string, unknown> {
  if (typeof section !== 'object' || section === null) return {};
  return Object.fromEntries(Object.entries(section).filter(([name]) => !own.has(name)));
}
