import { transportContract } from '@daymark/testing/transport.contract'

transportContract('memory')
transportContract('nats')
