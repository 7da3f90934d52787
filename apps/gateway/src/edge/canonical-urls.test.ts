import type { Request, Response } from 'express'
import { refuseOtherSpellings } from './canonical-urls.ts'

const isRefused = (path: string): boolean => {
  try {
    refuseOtherSpellings({ path } as Request, {} as Response, () => undefined)
    return false
  } catch {
    return true
  }
}

it('every unreserved character has one spelling: its own', () => {
  const unreserved = /[A-Za-z0-9._~-]/
  for (let code = 0; code < 256; code++)
    for (const hex of [code.toString(16).padStart(2, '0'), code.toString(16).padStart(2, '0').toUpperCase()]) {
      const isUnreserved = code < 128 && unreserved.test(String.fromCharCode(code))
      expect([hex, isRefused(`/media/originals/a%${hex}b`)]).toEqual([hex, isUnreserved])
    }
})

it.each([
  '//api/images',
  '/api//images',
  '/api/./images',
  '/api/../api/images',
  '/api/images/..',
  '/api\\images',
  '/api/%2e%2E/x',
])('%s is refused', path => expect(isRefused(path)).toBe(true))

it.each([
  '/',
  '/api/images',
  '/media/originals/IMG%200001%20(1).jpg',
  '/media/originals/Z%C3%BCrich.v1..jpg',
  '/a/...b',
  '/a/.well-known/x',
])('%s is taken', path => expect(isRefused(path)).toBe(false))
