import { PlatformConfig } from '@daymark/platform'
import type { Request } from 'express'
import { PasskeyOrigins } from './passkey-origins.ts'

const request = (host: string) => ({ get: () => host }) as unknown as Request
const createOrigins = (publicUrl?: string) => new PasskeyOrigins({ publicUrl } as PlatformConfig)

describe('the origin of passkeys', () => {
  it.each([
    ['https://photos.example.com', 'photos.example.com', 'https://photos.example.com', 'photos.example.com'],
    ['https://photos.example.com/', 'inside:8080', 'https://photos.example.com', 'photos.example.com'],
    ['https://photos.example.com:8443', 'x', 'https://photos.example.com:8443', 'photos.example.com'],
    // The Host header does not override the public URL.
    ['https://photos.example.com', 'localhost:8080', 'https://photos.example.com', 'photos.example.com'],
    ['http://localhost:8080', 'localhost:8080', 'http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', 'localhost:8080', 'http://localhost:8080', 'localhost'],
    [undefined, 'localhost:8080', 'http://localhost:8080', 'localhost'],
  ])('with the public URL %s, a request to %s uses %s', (publicUrl, host, origin, rpId) => {
    expect(createOrigins(publicUrl).get(request(host))).toEqual({ origin, rpId })
  })

  it.each([
    ['http://127.0.0.1:8080', '127.0.0.1:8080', 'Open http://localhost:8080 instead.'],
    [undefined, '127.0.0.1:8080', 'Open http://localhost:8080 instead.'],
    [undefined, '[::1]:8080', 'Open http://localhost:8080 instead.'],
    ['http://photos.lan', 'photos.lan', 'DAYMARK_PUBLIC_URL'],
    ['https://192.0.2.7', '192.0.2.7', 'DAYMARK_PUBLIC_URL'],
    [undefined, 'evil.example.com', 'DAYMARK_PUBLIC_URL'],
    [undefined, '', 'DAYMARK_PUBLIC_URL'],
  ])('with the public URL %s, a request to %s is rejected with a reason', (publicUrl, host, reason) => {
    expect(createOrigins(publicUrl).find(request(host))).toBeUndefined()
    expect(() => createOrigins(publicUrl).get(request(host))).toThrow(reason)
  })
})
