// Makes `toEqual` compare buffers at once. By default it compares each byte like a field of an object, which takes seconds for a ZIP.
import { expect } from '@jest/globals'

expect.addEqualityTesters([(a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined)])
