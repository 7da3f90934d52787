/** The system's code, such as ENOSPC; empty: none. Without instanceof: errors of Node itself have another Error under jest. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
