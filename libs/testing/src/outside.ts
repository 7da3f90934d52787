/**
 * Helpers for tests that run the product in separate processes. They import neither a service nor the platform library, so that these tests
 * start faster.
 */
export { actorOf } from './visitor.ts'
export { type TestDatabase, testDatabase } from './database.ts'
export { fixture, hasFixtures, readFixture, withFixtures } from './prerequisites.ts'
export { freePort } from './servers/free-port.ts'
export { POLL_TIMEOUT_MS, pollUntil } from './poll-until.ts'
export { setUp } from './set-up.ts'
export { copyMigratedDatabase } from './migrated-copy.ts'
export { type TestNats, testNats } from './servers/nats.ts'
export { describeWith, hasProgram } from './prerequisites.ts'
export { type Answer, Visitor } from './visitor.ts'
export { type TestDns, testDns } from './servers/dns.ts'
export { type ReceivedRequest, Receiver } from './servers/receiver.ts'
export { S3_KEYS } from './s3/versitygw.ts'
export { s3Settings, type TestS3, testS3 } from './s3/test-s3.ts'
export { TestStripe } from './stripe/test-stripe.ts'
