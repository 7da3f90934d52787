import type { RequestListener } from 'node:http'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'

/** Around everything that answers: no error of a request, of its response or in its work goes further than that request. */
export function contained(answer: RequestListener, log: Logger): RequestListener {
  // A client that left: whoever reads the body or sends the answer sees it as the end of both.
  const ofRequest = (): void => undefined
  const ofResponse = (error: Error): void => log.warn({ err: error, event: 'response.failed' })
  return (request, response) => {
    request.on('error', ofRequest)
    response.on('error', ofResponse)
    const fail = (): void => void response.destroy()
    context.run({ fail }, () => {
      try {
        answer(request, response)
      } catch (error) {
        log.error({ err: error, event: 'request.uncaught' })
        fail()
      }
    })
  }
}
