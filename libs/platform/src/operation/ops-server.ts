import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { withErrorBoundary } from '../service/requests.ts'
import type { RunningProcess } from '../service/run.ts'
import type { Logger } from '../telemetry/logger.ts'
import { handleMetricsRequest } from '../telemetry/sdk.ts'

/**
 * Handles the paths of the operations port: /healthz (the process runs), /readyz (whether the dependencies of its services are available,
 * and reasons for reduced functionality) and the paths that services add with `ops`. Resolves to false for any other path.
 */
export function createOpsHandler(running: () => Pick<RunningProcess, 'services'> | undefined) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [path = '', query] = (request.url ?? '').split('?')
    if (path === '/healthz') return sendJson(response, 200, { ok: true })
    if (path === '/readyz') return sendReadiness(running()?.services ?? [], response)
    const serviceHandler = running()?.services.flatMap(({ ops }) => ops()[path] ?? [])[0]
    if (!serviceHandler) return false
    const status = await serviceHandler(new URLSearchParams(query))
    return sendJson(response, status, { ok: status === 200 })
  }
}

async function sendReadiness(services: RunningProcess['services'], response: ServerResponse): Promise<boolean> {
  const results = await Promise.all(services.map(async s => [s.name, await s.ready()] as const))
  const ok = results.length > 0 && results.every(([, up]) => up)
  const notes = services.flatMap(({ degradedReasons }) => degradedReasons())
  return sendJson(response, ok ? 200 : 503, { ok, services: Object.fromEntries(results), notes })
}

function sendJson(response: ServerResponse, status: number, body: object): true {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
  return true
}

/** Opens the operations port of a process if DAYMARK_OPS_PORT is set. */
export async function startOps(running: RunningProcess, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { opsPort, opsHost } = running.platform
  if (opsPort === undefined) return { stop: async () => {} }
  const handle = createOpsHandler(() => running)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if ((await handle(request, response)) || (await handleMetricsRequest(request, response))) return
    response.writeHead(404).end()
  }
  const server = createServer(withErrorBoundary((request, response) => void respond(request, response), log))
  server.listen(opsPort, opsHost)
  await once(server, 'listening')
  return { stop: async () => void server.close() }
}
