/** A program beside this one: `.ts` where the sources run (tests), `.js` where they were built. */
export const besideThis = (here: string, name: string): URL =>
  new URL(`./${name}${here.slice(here.lastIndexOf('.'))}`, here)

export const isSource = (here: string): boolean => here.endsWith('.ts')
