import { nothingStandsInTheWay } from '../support/accessibility.ts'

describe('on a desktop nothing stands in the way', () => {
  nothingStandsInTheWay('desktop')
})
