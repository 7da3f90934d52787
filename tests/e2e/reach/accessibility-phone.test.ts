import { checkAccessibility } from '../support/reach/accessibility.ts'

describe('accessibility on a phone', () => {
  checkAccessibility('phone')
})
