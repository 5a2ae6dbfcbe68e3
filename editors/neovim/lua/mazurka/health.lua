--- `:checkhealth mazurka`
local M = {}

local health = vim.health or require('health') -- before 0.8
local report = {
  start = health.start or health.report_start,
  ok = health.ok or health.report_ok,
  warn = health.warn or health.report_warn,
  error = health.error or health.report_error,
}

function M.check()
  report.start('mazurka')
  local cmd = require('mazurka').options.cmd[1]
  if vim.fn.executable(cmd) == 1 then
    report.ok(('%s: %s'):format(vim.fn.exepath(cmd), vim.trim(vim.fn.system({ cmd, 'version' }))))
  else
    report.error(cmd .. ' was not found', { 'go install github.com/mazurka-go/mazurka/cmd/mazurka@latest' })
  end
  if vim.fn.executable('go') == 1 then
    report.ok(vim.trim(vim.fn.system({ 'go', 'version' })))
  else
    report.error('the go command was not found')
  end
  if require('mazurka').client() then
    report.ok('the server runs')
  else
    report.warn('the server does not run: open a Go file')
  end
  if pcall(require, 'dap') then
    report.ok('nvim-dap is there')
  else
    report.warn('nvim-dap is not there: no debugging')
  end
end

return M
