import { createHash } from 'node:crypto'

/** What is kept of a secret that nobody types. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
