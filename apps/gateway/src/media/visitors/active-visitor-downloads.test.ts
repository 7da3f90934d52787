import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { jest } from '@jest/globals'
import { errors } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { ActiveVisitorDownloads, type DownloadAccess } from './active-visitor-downloads.ts'

function createResponse(): ServerResponse {
  const socket = new Socket()
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  return response
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('rule 33 a download ends within seconds after its link is revoked, even if the event is lost', async () => {
  const downloads = new ActiveVisitorDownloads(new Clock())
  const access: DownloadAccess = { linkId: 'link', expiresAt: null, watermark: false }
  let isRevoked = false
  const response = createResponse()
  await downloads.begin({
    response,
    authorize: async () => {
      if (isRevoked) throw errors.SHARE_GONE()
      return access
    },
    contains: () => true,
  })
  await jest.advanceTimersByTimeAsync(20_000)
  expect(response.destroyed).toBe(false)
  isRevoked = true
  await jest.advanceTimersByTimeAsync(5000)
  expect(response.destroyed).toBe(true)
})
