/** rule 48: names in camelCase beside those in snake_case, which win; the top level only, of what is a plain object. */
export function snakeNames(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const other = Object.entries(given).map(([name, value]) => [snake(name), value] as const)
  return { ...Object.fromEntries(other), ...given }
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
