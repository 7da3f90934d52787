/** Returns the URL of a program in the same folder: `.ts` if the sources run (tests), `.js` if they were built. */
export const siblingProgram = (here: string, name: string): URL =>
  new URL(`./${name}${here.slice(here.lastIndexOf('.'))}`, here)

export const isSource = (here: string): boolean => here.endsWith('.ts')

/**
 * Returns the system's error code, such as ENOSPC, or ''. Avoids instanceof, because errors of Node have another Error class under jest.
 */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
