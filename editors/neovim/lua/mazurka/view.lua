--- The interleaving of a counterexample: a split with one column for each
--- goroutine, marks at the lines that the steps touch, and a quickfix list.
local M = {}

local code_ns = vim.api.nvim_create_namespace('mazurka.code') -- the marks of all steps
local here_ns = vim.api.nvim_create_namespace('mazurka.here') -- that of the step at the cursor

local view -- what is shown: {buf, code, answer, by_line}

for group, link in pairs({
  MazurkaStep = 'DiagnosticVirtualTextHint',
  MazurkaSide = 'DiagnosticVirtualTextError',
  MazurkaHere = 'Visual',
  MazurkaHeader = 'Title',
  MazurkaRule = 'NonText',
}) do
  vim.api.nvim_set_hl(0, group, { link = link, default = true })
end

--- What a step does; what is no choice of the schedule has no number.
local function text_of(step)
  return ('%sG%d %s'):format(step.index >= 0 and step.index + 1 .. ': ' or '', step.goroutine, step.text)
end

--- Steps at each line of each file, in order.
local function steps_by_place(steps)
  local out = {}
  for _, s in ipairs(steps) do
    if s.matters and s.uri ~= '' then
      local file = vim.uri_to_fname(s.uri)
      out[file] = out[file] or {}
      out[file][s.line] = out[file][s.line] or {}
      table.insert(out[file][s.line], s)
    end
  end
  return out
end

--- Writes the numbers of the steps, and what they do, behind the lines.
local function mark_code(buf)
  if not view then return end
  local lines = view.places[vim.api.nvim_buf_get_name(buf)]
  if not lines then return end
  vim.api.nvim_buf_clear_namespace(buf, code_ns, 0, -1)
  local count = vim.api.nvim_buf_line_count(buf)
  for line, steps in pairs(lines) do
    local parts = {}
    for _, s in ipairs(steps) do
      parts[#parts + 1] = text_of(s)
    end
    if line < count then
      vim.api.nvim_buf_set_extmark(buf, code_ns, line, 0, {
        virt_text = { { '  ' .. table.concat(parts, ' | '), 'MazurkaStep' } }, hl_mode = 'combine',
      })
    end
  end
end

local function mark_all()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) then mark_code(buf) end
  end
end

local function clear_marks(ns)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_valid(buf) then vim.api.nvim_buf_clear_namespace(buf, ns, 0, -1) end
  end
end

--- A window for code: the one from which the view was opened, or any other.
local function code_window()
  if view.window and vim.api.nvim_win_is_valid(view.window) then return view.window end
  for _, w in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(w) ~= view.buf then return w end
  end
end

--- Shows the line of the step at the cursor in the window of the code.
local function follow()
  local step = view and view.by_line[vim.api.nvim_win_get_cursor(0)[1] - 1]
  if not step or step.uri == '' then return end
  clear_marks(here_ns)
  local window = code_window()
  if not window then return end
  local buf = vim.uri_to_bufnr(step.uri)
  if vim.api.nvim_win_get_buf(window) ~= buf then
    vim.fn.bufload(buf)
    vim.bo[buf].buflisted = true
    vim.api.nvim_win_set_buf(window, buf)
    mark_code(buf)
  end
  if step.line >= vim.api.nvim_buf_line_count(buf) then return end
  vim.api.nvim_win_set_cursor(window, { step.line + 1, step.character })
  vim.api.nvim_buf_set_extmark(buf, here_ns, step.line, 0, {
    end_line = step.line + 1, hl_group = 'MazurkaHere', hl_eol = true, priority = 200,
  })
end

local function jump()
  follow()
  local window = code_window()
  if window then vim.api.nvim_set_current_win(window) end
end

--- Moves the cursor to the next or last line that shows a step.
local function move(by)
  local line, last = vim.api.nvim_win_get_cursor(0)[1] - 1, vim.api.nvim_buf_line_count(0) - 1
  repeat
    line = line + by
  until line < 0 or line > last or view.by_line[line]
  if line >= 0 and line <= last then vim.api.nvim_win_set_cursor(0, { line + 1, 0 }) end
  follow()
end

local function set_keys(buf)
  local function map(key, run, desc) vim.keymap.set('n', key, run, { buffer = buf, nowait = true, desc = desc }) end
  map('<CR>', jump, 'Go to the line of the step')
  map(']', function() move(1) end, 'Next step')
  map('[', function() move(-1) end, 'Step before')
  map('q', M.close, 'Close the interleaving')
  map('Q', function() M.quickfix(view.argument, view.answer) vim.cmd('botright copen') end, 'Steps as quickfix list')
  map('d', function() require('mazurka').debug(view.argument) end, 'Debug')
end

local function highlight(buf, lines)
  for i, l in ipairs(lines) do
    if l ~= '' and l:gsub('[─┼]', '') == '' then -- the rule below the names: bytes of these characters alone
      vim.api.nvim_buf_add_highlight(buf, -1, 'MazurkaRule', i - 1, 0, -1)
      if i > 1 then vim.api.nvim_buf_add_highlight(buf, -1, 'MazurkaHeader', i - 2, 0, -1) end
    end
    local side = l:find('✗', 1, true)
    if side then vim.api.nvim_buf_add_highlight(buf, -1, 'MazurkaSide', i - 1, side - 1, -1) end
  end
end

local function make_buffer(argument, answer)
  local buf = vim.api.nvim_create_buf(false, true)
  local lines = vim.split((answer.text or ''):gsub('\n$', ''), '\n')
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.api.nvim_buf_set_name(buf, ('mazurka://%d/%s'):format(buf, argument.test or 'interleaving'))
  vim.bo[buf].filetype = 'mazurka'
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].modifiable = false
  highlight(buf, lines)
  return buf
end

--- Takes the marks off the code: the view is gone, or about to be.
local function forget()
  view = nil
  vim.api.nvim_create_augroup('mazurka_view', { clear = true })
  clear_marks(code_ns)
  clear_marks(here_ns)
  if require('mazurka').client() then require('mazurka').execute('mazurka.close_trace') end
end

--- Puts the cursor on the first step, below the names of the goroutines.
local function show_table()
  local first
  for line in pairs(view.by_line) do first = math.min(first or line, line) end
  if not first then return end
  vim.api.nvim_win_set_cursor(0, { first + 1, 0 })
  vim.fn.winrestview({ topline = math.max(first - 1, 1) })
  follow()
end

--- Opens the view of what `mazurka.replay` answered.
function M.open(argument, answer)
  M.close()
  local window = vim.api.nvim_get_current_win()
  local buf = make_buffer(argument, answer)
  view = { buf = buf, window = window, argument = argument, answer = answer, by_line = {} }
  view.places = steps_by_place(answer.steps or {})
  for _, s in ipairs(answer.steps or {}) do
    if (s.textLine or -1) >= 0 then view.by_line[s.textLine] = s end
  end
  vim.cmd(require('mazurka').options.split)
  vim.api.nvim_win_set_buf(0, buf)
  vim.wo.wrap, vim.wo.number, vim.wo.relativenumber, vim.wo.cursorline = false, false, false, true
  set_keys(buf)
  local group = vim.api.nvim_create_augroup('mazurka_view', { clear = true })
  vim.api.nvim_create_autocmd('CursorMoved', { group = group, buffer = buf, callback = follow })
  vim.api.nvim_create_autocmd('BufReadPost', { group = group, pattern = '*.go', callback = function(a) mark_code(a.buf) end })
  vim.api.nvim_create_autocmd('BufWipeout', { group = group, buffer = buf, callback = forget })
  vim.api.nvim_buf_create_user_command(buf, 'Mazurka', function(o) require('mazurka').command(o.args) end, {
    nargs = 1, complete = require('mazurka').complete,
  })
  mark_all()
  show_table()
end

--- Closes the view and takes its marks off the code.
function M.close()
  if not view then return end
  local buf = view.buf
  forget()
  if vim.api.nvim_buf_is_valid(buf) then vim.api.nvim_buf_delete(buf, { force = true }) end
end

--- Puts the steps that matter into the quickfix list.
function M.quickfix(argument, answer)
  local items = {}
  for _, s in ipairs(answer.steps or {}) do
    if s.matters and s.uri ~= '' then
      items[#items + 1] = {
        filename = vim.uri_to_fname(s.uri), lnum = s.line + 1, col = s.character + 1,
        text = text_of(s),
      }
    end
  end
  vim.fn.setqflist({}, ' ', { title = 'Mazurka: steps of ' .. (argument.test or '?'), items = items })
end

return M
