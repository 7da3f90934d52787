import { parseInput } from '@daymark/platform'
import type { PipeTransform } from '@nestjs/common'
import type { z } from 'zod'

/** `@Body(parsed(http.albumBody)) body: z.infer<typeof http.albumBody>`: INVALID_INPUT when it does not fit. */
export const parsed = <T extends z.ZodType>(schema: T): PipeTransform<unknown, z.infer<T>> => ({
  // No body at all is an empty one: the sentence then names the field that is missing.
  transform: value => parseInput(schema, value ?? {}),
})
