import { checkAccessibility } from '../support/reach/accessibility.ts'

describe('accessibility on a desktop', () => {
  checkAccessibility('desktop')
})
