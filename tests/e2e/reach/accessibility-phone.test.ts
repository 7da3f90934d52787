import { nothingStandsInTheWay } from '../support/accessibility.ts'

describe('on a phone nothing stands in the way', () => {
  nothingStandsInTheWay('phone')
})
