import { jest } from '@jest/globals'
import { transportContract } from '@daymark/testing/transport.contract'

jest.setTimeout(30_000)
transportContract('memory')
transportContract('nats')
