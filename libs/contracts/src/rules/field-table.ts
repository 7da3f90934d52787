import type { z } from 'zod'

/**
 * A table that describes each field of a resource once (photo-fields.ts, link-fields.ts). The key is the name in RPC between the services.
 * A view is a representation of the resource, such as the one in /v1.
 *
 * - `schema`: the value of the field in every view.
 * - `edit`: the value of the field in requests that change the resource. Absent: the same as `schema`.
 * - `names`: the name of the field in each view; null: the view does not contain the field.
 */
type FieldTable = Readonly<
  Record<string, { schema: z.ZodType; edit?: z.ZodType; names: Readonly<Record<string, string | null>> }>
>
type ViewOf<T extends FieldTable> = keyof T[keyof T]['names'] & string
type NameIn<T extends FieldTable, V extends string, F extends keyof T> =
  T[F]['names'] extends Readonly<Record<V, infer Name>> ? Extract<Name, string> : never
type FieldIn<T extends FieldTable, V extends string> = {
  [F in keyof T]: NameIn<T, V, F> extends never ? never : F
}[keyof T]
type EditOf<Row extends FieldTable[string]> = Row extends { edit: infer Edit extends z.ZodType } ? Edit : Row['schema']
type ShapeIn<T extends FieldTable, V extends string> = { [F in keyof T as NameIn<T, V, F>]: T[F]['schema'] }
type ServiceShapeIn<T extends FieldTable, V extends string> = { [F in FieldIn<T, V>]: T[F]['schema'] }

/** The values of the fields of a view, under their names in this view. */
export type FieldsIn<T extends FieldTable, V extends ViewOf<T>> = z.infer<z.ZodObject<ShapeIn<T, V>>>
/** The values of all fields, under their keys in the table. */
export type FieldValues<T extends FieldTable> = z.infer<z.ZodObject<{ -readonly [F in keyof T]: T[F]['schema'] }>>
/** A change of some fields. Undefined: the field does not change. */
export type FieldEdit<T extends FieldTable> = { [F in keyof T]?: z.infer<EditOf<T[F]>> | undefined }

/** The keys of the fields that a view contains. */
export const fieldsIn = <T extends FieldTable, V extends ViewOf<T>>(table: T, view: V) =>
  Object.keys(table).filter(field => nameIn(table, view, field) !== null) as (FieldIn<T, V> & string)[]

/** The schemas of the fields of a view, under their names in this view. */
export const shapeIn = <T extends FieldTable, V extends ViewOf<T>>(table: T, view: V) =>
  mapFields(table, view, row => row.schema) as ShapeIn<T, V>

/** The schemas of the fields of a view, under their keys in the table. */
export const serviceShapeIn = <T extends FieldTable, V extends ViewOf<T>>(table: T, view: V) =>
  Object.fromEntries(fieldsIn(table, view).map(field => [field, table[field]?.schema])) as ServiceShapeIn<T, V>

/** The schemas of the fields in a request that changes the resource. All are optional: absent fields do not change. */
export const editShapeIn = <T extends FieldTable, V extends ViewOf<T>>(table: T, view: V) =>
  mapFields(table, view, row => (row.edit ?? row.schema).optional()) as {
    [F in keyof T as NameIn<T, V, F>]: z.ZodOptional<EditOf<T[F]>>
  }

/** Copies the fields of a view out of `values`, under their keys in the table. */
export const pickFields = <T extends FieldTable, V extends ViewOf<T>>(
  table: T,
  view: V,
  values: z.infer<z.ZodObject<ServiceShapeIn<T, V>>>,
) =>
  Object.fromEntries(fieldsIn(table, view).map(field => [field, values[field as keyof typeof values]])) as typeof values

/** Converts the keys of `values` to the names in a view. Undefined fields are left out. */
export const presentFields = <T extends FieldTable, V extends ViewOf<T>>(
  table: T,
  view: V,
  values: Partial<FieldValues<T>>,
): FieldsIn<T, V> => mapFields(table, view, (_, field) => values[field as keyof FieldValues<T>]) as FieldsIn<T, V>

/** Converts the names in a request body, which are those of a view, to the keys of the table. Undefined fields are left out. */
export function readFields<T extends FieldTable, V extends ViewOf<T>>(
  table: T,
  view: V,
  body: Partial<Record<string, unknown>>,
): FieldEdit<T> {
  const values = fieldsIn(table, view).map(field => [field, body[String(nameIn(table, view, field))]])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FieldEdit<T>
}

const nameIn = (table: FieldTable, view: string, field: string): string | null => table[field]?.names[view] ?? null

function mapFields(
  table: FieldTable,
  view: string,
  value: (row: FieldTable[string], field: string) => unknown,
): Record<string, unknown> {
  const values = Object.entries(table).map(([field, row]) => [row.names[view], value(row, field)])
  return Object.fromEntries(values.filter(([name, fieldValue]) => typeof name === 'string' && fieldValue !== undefined))
}
