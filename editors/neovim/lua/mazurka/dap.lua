--- Debugging with nvim-dap: the adapter `mazurka dap`, which steps an
--- interleaving forwards and backwards.
local M = {}

--- Makes the adapter and its configurations known to nvim-dap.
function M.setup()
  local ok, dap = pcall(require, 'dap')
  if not ok then return nil end
  dap.adapters.mazurka = {
    type = 'executable', command = require('mazurka').options.cmd[1], args = { 'dap' },
    options = { detached = false },
  }
  return dap
end

--- A configuration for a kept schedule, for dap.configurations.go.
M.configuration = {
  type = 'mazurka', request = 'launch', name = 'Mazurka: replay a schedule',
  schedule = function() return vim.fn.input('Schedule: ', 'testdata/mazurka/', 'file') end,
  cwd = '${fileDirname}',
}

--- Starts a session with a configuration that the server proposes.
function M.run(configuration)
  local dap = M.setup()
  if not dap then
    vim.notify('mazurka: debugging needs the plugin nvim-dap', vim.log.levels.WARN)
    return
  end
  dap.run(configuration)
end

return M
