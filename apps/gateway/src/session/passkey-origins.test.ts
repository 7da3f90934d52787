import { PlatformConfig } from '@daymark/platform'
import type { Request } from 'express'
import { PasskeyPlaces } from './passkey-origins.ts'

const request = (host: string) => ({ get: () => host }) as unknown as Request
const places = (publicUrl?: string) => new PasskeyPlaces({ publicUrl } as PlatformConfig)

describe('where passkeys work', () => {
  it.each([
    ['https://photos.example.com', 'photos.example.com', 'https://photos.example.com', 'photos.example.com'],
    ['https://photos.example.com/', 'inside:8080', 'https://photos.example.com', 'photos.example.com'],
    ['https://photos.example.com:8443', 'x', 'https://photos.example.com:8443', 'photos.example.com'],
    // nobody's Host header makes another one of it
    ['https://photos.example.com', 'localhost:8080', 'https://photos.example.com', 'photos.example.com'],
    ['http://localhost:8080', 'localhost:8080', 'http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', 'localhost:8080', 'http://localhost:8080', 'localhost'],
    [undefined, 'localhost:8080', 'http://localhost:8080', 'localhost'],
  ])('configured %s, asked at %s: %s', (publicUrl, host, origin, rpId) => {
    expect(places(publicUrl).get(request(host))).toEqual({ origin, rpId })
  })

  it.each([
    ['http://127.0.0.1:8080', '127.0.0.1:8080', 'Open http://localhost:8080 instead.'],
    [undefined, '127.0.0.1:8080', 'Open http://localhost:8080 instead.'],
    [undefined, '[::1]:8080', 'Open http://localhost:8080 instead.'],
    ['http://photos.lan', 'photos.lan', 'DAYMARK_PUBLIC_URL'],
    ['https://192.0.2.7', '192.0.2.7', 'DAYMARK_PUBLIC_URL'],
    [undefined, 'evil.example.com', 'DAYMARK_PUBLIC_URL'],
    [undefined, '', 'DAYMARK_PUBLIC_URL'],
  ])('configured %s, asked at %s: nowhere, and why', (publicUrl, host, reason) => {
    expect(places(publicUrl).find(request(host))).toBeUndefined()
    expect(() => places(publicUrl).get(request(host))).toThrow(reason)
  })
})
