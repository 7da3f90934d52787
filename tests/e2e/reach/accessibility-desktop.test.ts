import { nothingStandsInTheWay } from '../support/reach/accessibility.ts'

describe('on a desktop nothing stands in the way', () => {
  nothingStandsInTheWay('desktop')
})
