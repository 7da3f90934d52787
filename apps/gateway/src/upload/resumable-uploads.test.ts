import { EventEmitter, once } from 'node:events'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import { ResumableUploads } from './resumable-uploads.ts'

/** A request whose client says nothing any more. */
class Silent extends EventEmitter {
  complete = false
  destroyed = false
  readonly socket = { bytesRead: 1 }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

describe('requests of one resumable upload', () => {
  it.each([2, 5])('%i that come at the same moment are taken one at a time, the last one stays', async count => {
    const uploads = new ResumableUploads({} as Storage)
    const requests = Array.from({ length: count }, () => new Silent())
    let inside = 0
    let most = 0
    const takings = requests.map(request =>
      uploads.alone(request as never as Request, 'partials/one', async () => {
        most = Math.max(most, ++inside)
        if (!request.destroyed) await once(request, 'close')
        inside--
      }),
    )
    // Each ends the one before it; nobody comes after the last.
    await Promise.race(takings.map((taking, i) => taking.then(() => i)))
    while (requests.filter(({ destroyed }) => !destroyed).length > 1) await new Promise(done => setTimeout(done, 10))
    requests.find(({ destroyed }) => !destroyed)?.destroy()
    await Promise.all(takings)
    expect(most).toBe(1)
  })

  it('lets those who only ask how far it is end what hangs, not take its place', async () => {
    const uploads = new ResumableUploads({ stat: async () => ({ size: 7, modified: new Date() }) } as never as Storage)
    const request = new Silent()
    const taking = uploads.alone(request as never as Request, 'partials/one', () => once(request, 'close'))
    expect(await Promise.all([uploads.offset('partials/one'), uploads.offset('partials/one')])).toEqual([7, 7])
    await taking
  })
})
