---@brief
---
--- https://github.com/mazurka-go/mazurka
---
--- Runs Go tests under every goroutine schedule that matters, next to gopls.
---
--- For Neovim 0.11 or newer: `vim.lsp.enable('mazurka')`.

local mazurka = require('mazurka')

---@type vim.lsp.Config
return {
  cmd = { 'mazurka', 'serve' },
  filetypes = { 'go', 'gomod', 'gowork' },
  root_markers = { 'go.work', 'go.mod', '.git' },
  settings = { mazurka = vim.empty_dict() },
  capabilities = mazurka.capabilities(),
  handlers = mazurka.handlers,
  commands = mazurka.client_commands,
  on_attach = mazurka.on_attach,
}
