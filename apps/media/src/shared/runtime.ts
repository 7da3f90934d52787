/** Returns the URL of a program in the folder of `moduleUrl`: with `.ts` if the sources run (in tests), with `.js` if they were built. */
export const siblingProgramUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl)

export const isSource = (moduleUrl: string): boolean => moduleUrl.endsWith('.ts')

/**
 * Returns the system's error code, such as ENOSPC, or an empty string. Does not use instanceof, because under jest, errors of Node.js have
 * another Error class.
 */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
