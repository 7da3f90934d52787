import { Readable } from 'node:stream'
import { Clock, type RpcClient } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import type { GatewayConfig } from '../config.ts'
import type { UploadDestination } from './destinations.ts'
import { ResumableUploads } from './resumable-uploads.ts'
import type { StoreOwner } from './store-owner.ts'
import { Uploads, UploadSlots } from './uploads.ts'

it('rule 150: guests use at most half of the upload slots, four each; owners have 16 each', () => {
  const slots = new UploadSlots()
  const releases: (() => void)[] = []
  /** Acquires slots until none is free and returns their number. */
  const takeAll = (uploaderId: string, isGuest?: true) => {
    for (let count = 0; ; count++)
      try {
        releases.push(slots.acquire({ uploaderId, isGuest }))
      } catch {
        return count
      }
  }
  expect(Array.from({ length: 9 }, (_, n) => takeAll(`guest ${n}`, true))).toEqual([...Array(8).fill(4), 0])
  expect(['a', 'b', 'c'].map(owner => takeAll(owner))).toEqual([16, 16, 0])
  releases.shift()?.()
  expect(takeAll('c')).toBe(1)
  expect(takeAll('guest 8', true)).toBe(0)
  for (const release of releases.splice(0)) release()
  expect([takeAll('guest 8', true), takeAll('a')]).toEqual([4, 16])
})

/** A request with a form that contains a file. */
function createRequest(): Request {
  const headers: Record<string, string> = { 'content-type': 'multipart/form-data; boundary=x' }
  const fileHeader = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array<number>(16).fill(1)])
  const body = Readable.from([Buffer.concat([Buffer.from(fileHeader), jpeg, Buffer.from('\r\n--x--\r\n')])])
  return Object.assign(body, { headers, get: (name: string) => headers[name], socket: {} }) as unknown as Request
}

it.each([true, false])('a file belongs to a running upload until the upload ends (accepted: %p)', async isAccepted => {
  let objectKey = ''
  const storage = {
    async put(key: string, content: AsyncIterable<Buffer>) {
      objectKey = key
      for await (const _ of content);
    },
    remove: async () => undefined,
  } as unknown as Storage
  const uploads = new Uploads({
    rpc: {} as RpcClient,
    storage,
    config: { uploadMaxBytes: 1000, uploadBytesPerSecond: 0, uploadRateSeconds: 60 } as GatewayConfig,
    clock: new Clock(),
    resumables: new ResumableUploads(storage),
    owner: { ensureMarked: async () => undefined } as StoreOwner,
  })
  let isRunningBefore = false
  const destination: UploadDestination<{ size: number }> = {
    uploaderId: 'owner',
    partialScope: { limitGroup: 'owner' },
    authorize: async () => ({ existing: null, remainingBytes: 1000 }),
    release: async () => undefined,
    async register({ size }) {
      isRunningBefore = uploads.isRunning(objectKey)
      if (!isAccepted) throw new Error('rejected')
      return { result: { size }, created: true }
    },
  }
  const outcome = await uploads.receiveAt(destination, createRequest()).then(
    ({ size }) => `${size} bytes`,
    (error: Error) => error.message,
  )
  expect(outcome).toBe(isAccepted ? '20 bytes' : 'rejected')
  expect([isRunningBefore, uploads.isRunning(objectKey)]).toEqual([true, false])
})
