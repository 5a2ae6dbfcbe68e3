// Writes the server's settings, as `mazurka serve -settings` prints them, into package.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const file = new URL('../package.json', import.meta.url);
const schema = execFileSync('go', ['run', './cmd/mazurka', 'serve', '-settings'], { cwd: root, encoding: 'utf8' });
const manifest = JSON.parse(readFileSync(file, 'utf8'));
manifest.contributes.configuration.find((c) => c.id === 'server').properties = JSON.parse(schema);
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
