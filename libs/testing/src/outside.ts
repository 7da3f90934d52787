/** For tests that look at the product from outside its process: nothing here loads a service or the kit. */
export { type TestDatabase, testDatabase } from './database.ts'
export { eventually } from './eventually.ts'
export { fixture, haveFixtures, readFixture, withFixtures } from './fixtures.ts'
export { freePort } from './free-port.ts'
export { type TestNats, testNats } from './nats.ts'
export { describeWith, hasProgram } from './programs.ts'
export { type Answer, Visitor } from './visitor.ts'
export { type TestDns, testDns } from './dns.ts'
