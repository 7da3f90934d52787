import { createHash } from 'node:crypto'

/** 190 bits that nobody chose: one round is as good as many. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Whose key it is: the one of her browser, or one in a link that she had sent by mail. `hash`: a parameter. */
export const isKeyOf = (list: string, hash: string): string =>
  `(${hash} = ${list}.key_hash OR ${hash} = ANY (${list}.mailed_key_hashes))`
