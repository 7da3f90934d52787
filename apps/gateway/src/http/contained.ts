import type { RequestListener } from 'node:http'
import { context, type Logger } from '@daymark/platform'

/** Around everything that answers: no error of a request, of its response or in its work goes further than that request. */
export function contained(answer: RequestListener, log: Logger): RequestListener {
  return (request, response) => {
    // A client that left; whoever reads the body or sends the answer sees it as the end of both.
    request.on('error', () => undefined)
    response.on('error', error => log.warn({ err: error, event: 'response.failed' }))
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
