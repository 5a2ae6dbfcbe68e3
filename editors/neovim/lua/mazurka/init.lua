--- The client side of Mazurka for Neovim 0.7 and newer: starts the server
--- where Neovim does not do so itself, and shows what its commands answer.
local M = {}

local has = function(version) return vim.fn.has('nvim-' .. version) == 1 end

--- What can be set; |mazurka-setup|.
M.options = {
  cmd = { 'mazurka', 'serve' },
  --- Settings of the server; |mazurka-settings|.
  settings = {},
  --- Refresh the lenses of Go buffers.
  lenses = true,
  --- Show the related locations of a finding in the float of diagnostics.
  float = true,
  --- How the split of an interleaving is opened.
  split = 'botright 15split',
  --- Called with (client, buffer) like any on_attach.
  on_attach = nil,
}

local function notify(text, level) vim.notify('mazurka: ' .. text, level or vim.log.levels.INFO) end

--- What the tests and the background do, as the server tells it.
M.state = { background = 'stopped', waiting = 0, tests = {} }

function M.capabilities()
  local c = vim.lsp.protocol.make_client_capabilities()
  c.workspace = c.workspace or {}
  c.workspace.codeLens = { refreshSupport = true }
  c.experimental = { mazurkaStatus = true }
  return c
end

local function clients(filter)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(c)
    return c.name == 'mazurka' and (not filter or vim.lsp.buf_is_attached(filter, c.id))
  end, get())
end

--- The server of a buffer, or any if it has none.
function M.client(buf)
  return clients(buf or vim.api.nvim_get_current_buf())[1] or clients()[1]
end

--- Has the server run a command; done gets what it answers.
function M.execute(command, argument, done)
  local client = M.client()
  if not client then return notify('the server does not run', vim.log.levels.WARN) end
  if next(argument or {}) == nil then argument = vim.empty_dict() end
  local params = { command = command, arguments = { argument } }
  local function answered(err, result)
    if err then return notify(err.message or tostring(err), vim.log.levels.ERROR) end
    if done then done(result) end
  end
  if has('0.11') then
    client:request('workspace/executeCommand', params, answered)
  else
    client.request('workspace/executeCommand', params, answered)
  end
end

-- Lenses ---------------------------------------------------------------------

local function refresh_lenses(buf)
  if not vim.api.nvim_buf_is_loaded(buf) then return end
  if has('0.10') then
    vim.lsp.codelens.refresh({ bufnr = buf })
  else
    vim.api.nvim_buf_call(buf, vim.lsp.codelens.refresh)
  end
end

local lens_timer

--- Asks for the lenses of all Go buffers again, once for many requests: a
--- refresh that comes while another is under way would be dropped.
function M.refresh_lenses()
  if not M.options.lenses or lens_timer then return end
  lens_timer = true
  vim.defer_fn(function()
    lens_timer = nil
    for _, client in ipairs(clients()) do
      for buf in pairs(client.attached_buffers or {}) do refresh_lenses(buf) end
      if not client.attached_buffers then
        for _, buf in ipairs(vim.lsp.get_buffers_by_client_id(client.id)) do refresh_lenses(buf) end
      end
    end
  end, 100)
end

local function watch_lenses(buf)
  if not M.options.lenses then return end
  if vim.lsp.codelens.enable then -- 0.12: refreshes by itself
    return vim.lsp.codelens.enable(true, { bufnr = buf })
  end
  local group = vim.api.nvim_create_augroup('mazurka_lenses_' .. buf, { clear = true })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = group, buffer = buf, callback = M.refresh_lenses,
  })
  M.refresh_lenses()
end

-- Diagnostics ----------------------------------------------------------------

local function lsp_data(diagnostic)
  return diagnostic.user_data and diagnostic.user_data.lsp or {}
end

--- The message of a diagnostic with the locations that tell how it came to it.
local function with_related(diagnostic)
  local lines = { diagnostic.message }
  for _, r in ipairs(lsp_data(diagnostic).relatedInformation or {}) do
    local file = vim.fn.fnamemodify(vim.uri_to_fname(r.location.uri), ':t')
    lines[#lines + 1] = ('    %s:%d  %s'):format(file, r.location.range.start.line + 1, r.message)
  end
  return table.concat(lines, '\n')
end

local float_done = false

local function show_related_in_float()
  if float_done or not M.options.float then return end
  float_done = true
  local float = vim.diagnostic.config().float
  float = type(float) == 'table' and float or {}
  local before = float.format
  vim.diagnostic.config({
    float = vim.tbl_extend('force', float, {
      format = function(d)
        if d.source == 'mazurka' then return with_related(d) end
        return before and before(d) or d.message
      end,
    }),
  })
end

--- The counterexamples known of a buffer, those of the cursor's line first.
local function counterexamples(buf)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local here, rest, seen = {}, {}, {}
  local function add(list, label, argument)
    if argument.schedule and argument.schedule ~= '' and not seen[argument.schedule] then
      seen[argument.schedule] = true
      list[#list + 1] = { label = label, argument = argument }
    end
  end
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    local data = lsp_data(d).data
    if d.source == 'mazurka' and type(data) == 'table' then
      add(d.lnum == line and here or rest, d.message,
        { package = data.package, test = data.test, schedule = data.schedule })
    end
  end
  for _, t in pairs(M.state.tests) do
    local mine = vim.uri_to_fname(t.uri) == vim.api.nvim_buf_get_name(buf) and t.line == line
    for _, f in ipairs(t.findings or {}) do
      add(mine and here or rest, ('%s: %s'):format(t.test, f.message),
        { package = t.package, test = t.test, schedule = f.schedule })
    end
  end
  if #here > 0 then return here end
  table.sort(rest, function(a, b) return a.label < b.label end)
  return rest
end

--- Lets the user choose a counterexample, if there is a choice.
local function with_counterexample(run)
  local choices = counterexamples(vim.api.nvim_get_current_buf())
  if #choices == 0 then return notify('no counterexample is known') end
  if #choices == 1 then return run(choices[1].argument) end
  vim.ui.select(choices, {
    prompt = 'Counterexample',
    format_item = function(c) return c.label end,
  }, function(c)
    if c then run(c.argument) end
  end)
end

-- Commands -------------------------------------------------------------------

--- Shows the interleaving of a counterexample in a split.
function M.replay(argument)
  M.execute('mazurka.replay', argument, function(answer) require('mazurka.view').open(argument, answer) end)
end

--- Puts the steps of a counterexample into the quickfix list.
function M.steps(argument)
  M.execute('mazurka.replay', argument, function(answer)
    require('mazurka.view').quickfix(argument, answer)
    vim.cmd('botright copen')
  end)
end

--- Opens the interleaving as a page in a browser.
function M.trace(argument)
  M.execute('mazurka.show_trace', argument, function(answer)
    local file = vim.uri_to_fname(answer.uri)
    if vim.ui.open then
      vim.ui.open(file)
    else
      notify(file)
    end
  end)
end

function M.debug(argument)
  M.execute('mazurka.debug', argument, function(answer) require('mazurka.dap').run(answer.configuration) end)
end

function M.keep(argument)
  M.execute('mazurka.keep_as_test', argument, function(answer)
    notify('kept as ' .. vim.fn.fnamemodify(vim.uri_to_fname(answer.uri), ':.'))
  end)
end

function M.ignore(argument)
  if argument.reason then return M.execute('mazurka.ignore', argument) end
  vim.ui.input({ prompt = 'Why may this finding be ignored? ' }, function(reason)
    if reason and reason ~= '' then
      M.execute('mazurka.ignore', vim.tbl_extend('force', argument, { reason = reason }))
    end
  end)
end

--- Commands that lenses and code actions run in the client.
M.client_commands = {}
for name, run in pairs({
  replay = M.replay, show_trace = M.trace, debug = M.debug, keep_as_test = M.keep, ignore = M.ignore,
}) do
  M.client_commands['mazurka.' .. name] = function(command) run((command.arguments or {})[1] or {}) end
end

--- The test whose function is the last to begin at or above the cursor.
local function test_here()
  local name, line = vim.api.nvim_buf_get_name(0), vim.api.nvim_win_get_cursor(0)[1] - 1
  local best
  for _, t in pairs(M.state.tests) do
    if vim.uri_to_fname(t.uri) == name and t.line <= line and (not best or t.line > best.line) then best = t end
  end
  return best
end

--- Shows the locations of the finding at the cursor in the location list.
local function related()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local items = {}
  for _, d in ipairs(vim.diagnostic.get(0, { lnum = line })) do
    for _, r in ipairs(d.source == 'mazurka' and lsp_data(d).relatedInformation or {}) do
      items[#items + 1] = {
        filename = vim.uri_to_fname(r.location.uri), lnum = r.location.range.start.line + 1,
        col = r.location.range.start.character + 1, text = r.message,
      }
    end
  end
  if #items == 0 then return notify('no finding at this line') end
  vim.fn.setloclist(0, {}, ' ', { title = 'Mazurka: how it came to it', items = items })
  vim.cmd('lopen')
end

local subcommands = {
  replay = function() with_counterexample(M.replay) end,
  steps = function() with_counterexample(M.steps) end,
  trace = function() with_counterexample(M.trace) end,
  debug = function() with_counterexample(M.debug) end,
  keep = function() with_counterexample(M.keep) end,
  related = related,
  explore = function()
    local t = test_here()
    if not t then return notify('put the cursor into a test') end
    M.execute('mazurka.explore', { package = t.package, test = t.test })
  end,
  explore_all = function() M.execute('mazurka.explore_all') end,
  stop = function() M.execute('mazurka.stop') end,
  pause = function() M.execute('mazurka.pause') end,
  resume = function() M.execute('mazurka.resume') end,
  clear_cache = function() M.execute('mazurka.clear_cache') end,
  close = function() require('mazurka.view').close() end,
}

--- Runs `:Mazurka {name}`.
function M.command(name)
  local run = subcommands[name]
  if not run then return notify('no such command: ' .. name, vim.log.levels.ERROR) end
  run()
end

function M.complete(lead)
  local names = vim.tbl_filter(function(n) return n:sub(1, #lead) == lead end, vim.tbl_keys(subcommands))
  table.sort(names)
  return names
end

-- Messages of the server -----------------------------------------------------

--- What the background does, in a few words: for 'statusline'.
function M.status()
  if M.state.background == 'stopped' then return '' end
  local findings, verified = 0, 0
  for _, t in pairs(M.state.tests) do
    findings = findings + #t.findings
    if t.verdict == 'verified' and not t.single and not t.stale then verified = verified + 1 end
  end
  local parts = { 'mazurka' }
  if M.state.background == 'exploring' then parts[#parts + 1] = ('exploring %d'):format(M.state.waiting) end
  if M.state.background == 'paused' then parts[#parts + 1] = 'paused' end
  if findings > 0 then parts[#parts + 1] = ('%d finding%s'):format(findings, findings == 1 and '' or 's') end
  if verified > 0 then parts[#parts + 1] = ('%d verified'):format(verified) end
  return table.concat(parts, ' ')
end

local function on_status(_, p)
  M.state.background, M.state.waiting = p.state, p.waiting
  for _, t in ipairs(p.removed) do M.state.tests[t.package .. ' ' .. t.test] = nil end
  for _, t in ipairs(p.changed) do M.state.tests[t.package .. ' ' .. t.test] = t end
  vim.cmd('redrawstatus')
  vim.cmd('silent doautocmd <nomodeline> User MazurkaStatus')
end

M.handlers = {
  ['mazurka/status'] = on_status,
  -- The interleaving is shown in a split of ours.
  ['window/showDocument'] = function(err, params, ctx, config)
    if params and params.uri:match('%.interleaving$') then return { success = true } end
    local default = vim.lsp.handlers['window/showDocument']
    return default and default(err, params, ctx, config) or { success = false }
  end,
}
if not vim.lsp.codelens.enable then
  M.handlers['workspace/codeLens/refresh'] = function()
    M.refresh_lenses()
    return vim.NIL
  end
end

--- To be called when the server is attached to a buffer; both ways of
--- starting it do so.
function M.on_attach(client, buf)
  vim.api.nvim_buf_create_user_command(buf, 'Mazurka', function(o) M.command(o.args) end, {
    nargs = 1, complete = M.complete, desc = 'Explore schedules of Go tests',
  })
  show_related_in_float()
  watch_lenses(buf)
  if M.options.on_attach then M.options.on_attach(client, buf) end
end

-- Starting the server --------------------------------------------------------

--- The directory whose packages belong together.
local function root_of(file)
  local dir = vim.fn.fnamemodify(file, ':p:h')
  for _, marker in ipairs({ 'go.work', 'go.mod' }) do
    local found = vim.fn.findfile(marker, vim.fn.escape(dir, ' ,;') .. ';')
    if found ~= '' then return vim.fn.fnamemodify(found, ':p:h') end
  end
  return dir
end

local started = {} -- ids of clients by root, for versions without vim.lsp.start

local function start(buf)
  local root = root_of(vim.api.nvim_buf_get_name(buf))
  local config = {
    name = 'mazurka', cmd = M.options.cmd, root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    settings = { mazurka = next(M.options.settings) and M.options.settings or vim.empty_dict() },
    init_options = next(M.options.settings) and M.options.settings or vim.empty_dict(),
    capabilities = M.capabilities(), handlers = M.handlers, commands = M.client_commands,
    on_attach = M.on_attach,
    on_exit = function() started[root] = nil end,
  }
  if vim.lsp.start then return vim.lsp.start(config, { bufnr = buf }) end
  started[root] = started[root] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buf, started[root])
end

--- Starts the server for Go buffers, and sets options. With 0.11 or newer,
--- |vim.lsp.enable()| does the starting.
function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  if vim.fn.executable(M.options.cmd[1]) == 0 then
    return notify(
      M.options.cmd[1] .. ' was not found: go install github.com/mazurka-go/mazurka/cmd/mazurka@latest',
      vim.log.levels.WARN
    )
  end
  if has('0.11') then
    local settings = next(M.options.settings) and M.options.settings or vim.empty_dict()
    vim.lsp.config('mazurka', { cmd = M.options.cmd, settings = { mazurka = settings }, init_options = settings })
    vim.lsp.enable('mazurka')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('mazurka', { clear = true }),
    pattern = { 'go', 'gomod', 'gowork' },
    callback = function(a)
      if vim.bo[a.buf].buftype == '' then start(a.buf) end
    end,
  })
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.bo[buf].filetype == 'go' then start(buf) end
  end
end

return M
