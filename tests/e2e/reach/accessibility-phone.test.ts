import { nothingStandsInTheWay } from '../support/reach/accessibility.ts'

describe('on a phone nothing stands in the way', () => {
  nothingStandsInTheWay('phone')
})
