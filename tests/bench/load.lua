-- The same load for wrk: reads the requests from the file named by BENCH_REQUESTS, three lines each (method, path, body).
local requests = {}
-- Begins elsewhere in each run, so that no update repeats an earlier one.
local sent = tonumber(os.getenv("BENCH_FIRST"))

function init()
  wrk.headers["Authorization"] = os.getenv("BENCH_AUTHORIZATION")
  wrk.headers["Accept"] = "application/json"
  local lines = io.lines(os.getenv("BENCH_REQUESTS"))
  for method in lines do
    local path, body = lines(), lines()
    if body == "" then
      requests[#requests + 1] = wrk.format(method, path)
    else
      requests[#requests + 1] = { method = method, path = path, body = body }
    end
  end
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  local next = requests[sent % #requests + 1]
  sent = sent + 1
  if type(next) == "string" then return next end
  return wrk.format(next.method, next.path, nil, (next.body:gsub("{n}", sent)))
end
