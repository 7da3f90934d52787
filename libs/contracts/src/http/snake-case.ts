import { z } from 'zod'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name
type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as SnakeCase<Name & string>]: SnakeCased<T[Name]> }
    : T

/**
 * The schema of a response that has the fields of a view, with names in snake_case. A field that is added to such a view becomes public.
 * Formats and limits are omitted, because clients need only the types.
 */
export const snakeCased = <S extends z.ZodType>(schema: S) => convert(schema) as z.ZodType<SnakeCased<z.output<S>>>

/** A view with names in snake_case, the body of a response whose schema is `snakeCased`. */
export const withSnakeCaseNames = <T>(view: T) => convertValue(view) as SnakeCased<T>

function convert(type: z.core.$ZodType): z.ZodType {
  const converted = convertType(type)
  const { description } = type as z.ZodType
  return description === undefined ? converted : converted.describe(description)
}

function convertType(type: z.core.$ZodType): z.ZodType {
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(([name, field]) => [rename(name), convert(field)] as const)
    return z.object(Object.fromEntries(fields))
  }
  if (type instanceof z.ZodArray) return z.array(convert(type.element))
  if (type instanceof z.ZodNullable) return convert(type.unwrap()).nullable()
  if (type instanceof z.ZodOptional) return convert(type.unwrap()).optional()
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat) return z.string()
  if (type instanceof z.ZodNumber) return z.number()
  if (type instanceof z.ZodBoolean || type instanceof z.ZodEnum) return type
  throw new TypeError(`The names of a schema of the type ${type._zod.def.type} cannot be converted.`)
}

function convertValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [rename(name), convertValue(entry)]))
}

const rename = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
