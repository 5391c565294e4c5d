-- The same load for wrk: reads the requests from the file named by BENCH_REQUESTS, four lines each (method, path, token, body),
-- and prints at the end, as JSON on a line, what came back.
local requests = {}
-- Begins elsewhere in each run, so that no update repeats an earlier one.
local sent = tonumber(os.getenv("BENCH_FIRST"))

function init()
  local scheme = os.getenv("BENCH_SCHEME")
  local lines = io.lines(os.getenv("BENCH_REQUESTS"))
  for method in lines do
    local path, token, body = lines(), lines(), lines()
    local headers = { Authorization = scheme .. " " .. token, Accept = "application/json" }
    if body == "" then
      requests[#requests + 1] = wrk.format(method, path, headers)
    else
      headers["Content-Type"] = "application/json"
      requests[#requests + 1] = { method = method, path = path, headers = headers, body = body }
    end
  end
end

function request()
  local next = requests[sent % #requests + 1]
  sent = sent + 1
  if type(next) == "string" then return next end
  return wrk.format(next.method, next.path, next.headers, (next.body:gsub("{n}", sent)))
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\n{"answers":%d,"perSecond":%f,"failures":%d,"p50":%f,"p99":%f,"bytes":%f}\n',
    summary.requests, summary.requests * 1e6 / summary.duration, failures,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, summary.bytes / math.max(1, summary.requests)))
end
