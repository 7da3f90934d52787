import { scrypt, timingSafeEqual } from 'node:crypto'

export const isScrypt = (stored: string): boolean => stored.startsWith('scrypt$')

/** Hashes of gallery passwords that were made before argon2id; the cost stands in the hash. */
export function matchesScrypt(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = stored.split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'base64url'), expected.length, cost, (error, actual) =>
      error ? reject(error) : resolve(timingSafeEqual(actual, expected)),
    )
  })
}
