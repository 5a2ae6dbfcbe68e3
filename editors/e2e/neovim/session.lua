-- A session in a real Neovim, without a window:
-- nvim --clean --headless --cmd 'set rtp^=editors/neovim' -S session.lua

local function say(text) io.stdout:write(text .. '\n') end

local function check(ok, what)
  if not ok then error('not so: ' .. what, 2) end
  say('ok      ' .. what)
  return ok
end

local function wait(what, condition)
  local value
  vim.wait(30000, function()
    value = condition()
    return value
  end, 20)
  if not value then error('waited in vain for ' .. what, 2) end
  say('ok      ' .. what)
  return value
end

local function findings(buf)
  return vim.tbl_filter(function(d)
    return d.source == 'mazurka' and d.severity == vim.diagnostic.severity.ERROR
  end, vim.diagnostic.get(buf))
end

local function lens_titles(buf)
  local titles = {}
  local all = vim.lsp.codelens.get(vim.fn.has('nvim-0.12') == 1 and { bufnr = buf } or buf)
  for _, l in ipairs(all) do
    local command = l.command or (l.lens and l.lens.command)
    if command then titles[#titles + 1] = command.title end
  end
  return table.concat(titles, ', ')
end

local function replace(buf, from, to)
  local text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
  local a, b = text:find(from, 1, true)
  check(a, 'the buffer has ' .. vim.inspect(from))
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(text:sub(1, a - 1) .. to .. text:sub(b + 1), '\n'))
end

local function marks(buf, namespace)
  local ns = vim.api.nvim_get_namespaces()[namespace]
  return ns and vim.api.nvim_buf_get_extmarks(buf, ns, 0, -1, { details = true }) or {}
end

--- Debugs the counterexample of the race: to where it is, back before it, to the start.
local function debug_race(race)
  local dap = dofile(vim.env.MAZURKA_E2E .. '/neovim/dap.lua')
  package.loaded.dap = dap
  vim.cmd('Mazurka debug')
  local configuration = wait('a debug session', function() return dap.adapters.mazurka and pcall(dap.event, 'stopped', 1) end)
  check(configuration and dap.event('stopped', 1).reason == 'entry', 'it stops at the start')
  dap.move('next', dap.event('stopped', 1).threadId)
  local stop = dap.move('continue', 1)
  check(stop.reason == 'exception' and stop.text:find('race'), 'it stops at the race')
  local there = dap.top(stop.threadId)
  check(there.source.name == 'stock.go' and there.line == race.lnum + 1, 'which is where the diagnostic is')
  local before = dap.move('stepBack', stop.threadId)
  local frame = dap.top(before.threadId)
  check(frame.line ~= there.line or before.threadId ~= stop.threadId, 'a step back leaves it')
  check(dap.move('reverseContinue', before.threadId).reason == 'entry', 'and it goes back to the start')
  check(dap.stop() == 0, 'the adapter ends')
end

local function session()
  vim.cmd('filetype on')
  local mazurka = require('mazurka')
  mazurka.setup({ settings = { diagnosticsDelay = '50ms' } })

  vim.cmd('edit stock_test.go')
  local tests = vim.api.nvim_get_current_buf()
  wait('a race in the lenses', function() return lens_titles(tests):find('race') end)
  wait('a verified test in the lenses', function() return lens_titles(tests):find('schedules, verified') end)
  check(mazurka.status():find('2 findings'), 'the status says: ' .. mazurka.status())

  vim.cmd('edit stock.go')
  local code = vim.api.nvim_get_current_buf()
  local race = wait('a diagnostic', function() return findings(code)[1] end)
  check(race.code == 'MZ001', 'it is a race')

  vim.api.nvim_win_set_cursor(0, { race.lnum + 1, 0 })
  local _, float = vim.diagnostic.open_float(vim.fn.has('nvim-0.8') == 1 and { bufnr = code } or code)
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), '\n')
  check(text:find('write') and text:find('read') and text:find('stock.go:30'), 'the float tells both sides')
  vim.api.nvim_win_close(float, true)

  vim.cmd('Mazurka related')
  check(#vim.fn.getloclist(0) >= 2, 'the location list has both sides')
  vim.cmd('lclose')

  vim.cmd('Mazurka replay')
  wait('the interleaving', function() return vim.bo.filetype == 'mazurka' end)
  local view = vim.api.nvim_get_current_buf()
  check(#vim.api.nvim_buf_get_lines(view, 0, -1, false) > 4, 'it has lines')
  check(#marks(code, 'mazurka.code') > 0, 'steps are marked in the code')
  vim.api.nvim_feedkeys(']]]]', 'xt', false)
  check(#marks(code, 'mazurka.here') + #marks(tests, 'mazurka.here') == 1, 'the code follows the cursor')
  vim.api.nvim_feedkeys('q', 'xt', false)
  wait('the end of the view', function() return not vim.api.nvim_buf_is_valid(view) end)
  check(#marks(code, 'mazurka.code') == 0, 'the marks are gone')

  vim.api.nvim_set_current_buf(code)
  vim.api.nvim_win_set_cursor(0, { race.lnum + 1, 0 })
  vim.cmd('Mazurka steps')
  wait('the quickfix list', function() return #vim.fn.getqflist() > 2 end)
  vim.cmd('cclose')

  vim.api.nvim_set_current_buf(code)
  vim.api.nvim_win_set_cursor(0, { race.lnum + 1, 0 })
  debug_race(race)

  vim.cmd('Mazurka keep')
  wait('a kept schedule', function() return #vim.fn.glob('testdata/mazurka/TestTake/*', false, true) == 1 end)

  local repaired = '\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\tleft := s.left\n'
  vim.api.nvim_set_current_buf(code)
  replace(code, '\tleft := s.left\n', repaired)
  wait('the repair to be verified', function()
    local titles = lens_titles(tests)
    return not titles:find('race') and not titles:find('stale') and select(2, titles:gsub('verified', '')) == 2
  end)
  check(vim.bo[code].modified, 'nothing is saved')
  check(#findings(code) == 0, 'no diagnostic is left')
end

local ok, problem = xpcall(session, debug.traceback)
if not ok then
  say('FAILED  ' .. problem)
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
