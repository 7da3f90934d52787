-- For wrk: asks for the addresses of a list in turn, each request made once.
local requests = {}
local at = 0

function init()
  for path in io.lines(os.getenv('DAYMARK_PATHS')) do
    requests[#requests + 1] = wrk.format('GET', path)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
