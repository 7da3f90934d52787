import { http } from '@daymark/contracts'
import { share } from '../../../../test/fake-albums.ts'
import { toShareDraft } from '../../../domain/shares/share-input.ts'
import { type ShareTarget, toPreflightBody } from './checked-draft.ts'

const protectedLink = { share: share({ id: 'one', has_password: true }) }
/** The request of a check, as the server reads it. */
const check = (target: ShareTarget, changes = {}) =>
  http.preflightBody.parse(toPreflightBody(target, { ...toShareDraft(), ...changes }, 'Lisbon'))

it.each([
  ['a new link without a password', { album_id: 'lisbon' }, {}, 'none'],
  ['a strong password', { album_id: 'lisbon' }, { password: 'correct horse' }, 'good'],
  ['the title of the album as password', { album_id: 'lisbon' }, { password: 'Lisbon2026' }, 'title'],
  ['an unchanged password', protectedLink, {}, undefined],
  ['a password to be removed', protectedLink, { removePassword: true }, 'none'],
])(
  'rule 147: the check of %s receives how strong the password is, but not the password',
  (_, target, changes, strength) => {
    expect(check(target, changes).password).toBe(strength)
  },
)
