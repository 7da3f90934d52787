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

/** Column of a property: `ownerId` → `owner_id`. */
export const toSnakeCase = (s: string): string => s.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** Names columns in snake_case for properties in camelCase. The entity decorator names the table. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(toSnakeCase), custom ?? toSnakeCase(property)].join('_')
  }
  override joinColumnName(relation: string, referenced: string): string {
    return `${toSnakeCase(relation)}_${toSnakeCase(referenced)}`
  }
}
