-- As much of nvim-dap's interface as the plugin uses, over the real adapter: nvim-dap itself is in no registry that
-- a test could install it from.
local M = { adapters = {}, configurations = {} }

local uv = vim.loop
local session

local function send(message)
  message.seq = session.seq
  session.seq = session.seq + 1
  local body = vim.json.encode(message)
  session.stdin:write(('Content-Length: %d\r\n\r\n%s'):format(#body, body))
end

local function receive(data)
  session.buffer = session.buffer .. data
  while true do
    local head, after = session.buffer:match('^(.-)\r\n\r\n()')
    if not head then return end
    local length = tonumber(head:match('Content%-Length: (%d+)'))
    if #session.buffer < after + length - 1 then return end
    local message = vim.json.decode(session.buffer:sub(after, after + length - 1))
    session.buffer = session.buffer:sub(after + length)
    if message.type == 'response' then
      session.responses[message.request_seq] = message
    else
      table.insert(session.events, message)
    end
  end
end

--- Sends a request and returns the body of its response.
function M.request(command, arguments)
  local seq = session.seq
  send({ type = 'request', command = command, arguments = arguments or vim.empty_dict() })
  vim.wait(20000, function() return session.responses[seq] end, 10)
  local response = session.responses[seq] or error('no response to ' .. command)
  if not response.success then error(command .. ': ' .. tostring(response.message)) end
  return response.body
end

--- Waits for the n-th event of a name, and returns its body.
function M.event(name, n)
  local found
  vim.wait(20000, function()
    local count = 0
    for _, e in ipairs(session.events) do
      if e.event == name then count = count + 1 end
      if e.event == name and count == n then
        found = e
        return true
      end
    end
  end, 10)
  return (found or error(('no event %s %d'):format(name, n))).body
end

--- Makes a move and returns where it stopped.
function M.move(command, thread)
  session.moves = session.moves + 1
  M.request(command, { threadId = thread })
  return M.event('stopped', session.moves)
end

--- The frame on top of a thread.
function M.top(thread) return M.request('stackTrace', { threadId = thread, startFrame = 0, levels = 1 }).stackFrames[1] end

function M.run(configuration)
  local adapter = assert(M.adapters[configuration.type], 'no adapter for ' .. configuration.type)
  local stdin, stdout = uv.new_pipe(false), uv.new_pipe(false)
  session = { stdin = stdin, seq = 1, buffer = '', responses = {}, events = {}, moves = 1 }
  session.handle = assert(uv.spawn(adapter.command, { args = adapter.args, stdio = { stdin, stdout, nil } }, function(code)
    session.exit = code
  end))
  stdout:read_start(vim.schedule_wrap(function(_, data)
    if data then receive(data) end
  end))
  M.request('initialize', { adapterID = configuration.type, linesStartAt1 = true, columnsStartAt1 = true })
  M.request('launch', configuration)
  M.event('initialized', 1)
  M.request('configurationDone')
end

--- Ends the session and returns the exit status of the adapter.
function M.stop()
  M.request('disconnect')
  vim.wait(10000, function() return session.exit end, 10)
  return session.exit
end

return M
