/** Returns the URL of a program in the same folder as `moduleUrl`: `.ts` if the sources run (tests), `.js` if they were built. */
export const siblingProgramUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl)

export const isSource = (moduleUrl: string): boolean => moduleUrl.endsWith('.ts')

/**
 * Returns the system's error code, such as ENOSPC, or ''. Does not use instanceof, because errors of Node.js have another Error class under
 * jest.
 */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
