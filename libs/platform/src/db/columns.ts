import { DefaultNamingStrategy } from 'typeorm'

/**
 * A column for integers beyond 2^31 such as sizes in bytes: `@Column(wholeNumber)`. The driver returns bigint as text because it may
 * exceed 2^53; the values of Daymark do not.
 */
export const wholeNumber = {
  type: 'bigint',
  transformer: {
    to: (value: number | undefined) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
} as const

const snake = (s: string): string => s.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** Entities are camelCase, columns snake_case. Tables are named by the entity decorator. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snake), custom ?? snake(property)].join('_')
  }
  override joinColumnName(relation: string, referenced: string): string {
    return `${snake(relation)}_${snake(referenced)}`
  }
}
