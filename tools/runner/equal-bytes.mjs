// Makes `toEqual` compare buffers as a whole. By default it compares each byte as a field of an object, which takes seconds for a ZIP.
import { expect } from '@jest/globals'

expect.addEqualityTesters([(a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined)])
