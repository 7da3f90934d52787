import { errors } from '@daymark/contracts'
import { idOr, idsOr, isId, randomText, randomToken } from './ids.ts'

const ID = '0190c0de-0000-7000-8000-00000000abcd'

it('an id is a UUID in upper or lower case; any other value throws the given error', () => {
  expect([ID, ID.toUpperCase(), `${ID}0`, '', `{${ID}}`].map(isId)).toEqual([true, true, false, false, false])
  expect(idOr(errors.NOT_FOUND, ID.toUpperCase())).toBe(ID)
  expect(() => idOr(errors.NOT_FOUND, "' OR 1=1")).toThrow(errors.NOT_FOUND())
  expect(idsOr(errors.NOT_FOUND, [ID, ID.toUpperCase()])).toEqual([ID])
})

it('tokens and texts have the requested length and alphabet and are unique', () => {
  expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32)
  expect(randomText('abc', 200)).toMatch(/^[abc]{200}$/)
  expect(new Set(Array.from({ length: 100 }, () => randomToken())).size).toBe(100)
})
