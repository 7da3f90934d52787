// Bytes are equal when their bytes are: `toEqual` compares them one by one like the fields of an object, which takes seconds for a ZIP.
import { expect } from '@jest/globals'

expect.addEqualityTesters([(a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined)])
