import { toShareInput, toShareDraft, toLocalDay, shareState } from './share-input.ts'

describe('choices for a share link', () => {
  it('S-PANEL-09 a new link never expires, allows downloads, shows titles and follows the visitor', () => {
    expect(toShareInput(toShareDraft())).toEqual({
      expires_at: null,
      allow_downloads: true,
      show_titles: true,
      show_name: true,
      allow_indexing: false,
      theme: 'auto',
      download_sizes: ['original'],
      download_limit: null,
      visitor_download_limit: null,
      password_hint: null,
      picks: null,
      comments: null,
      first_look: null,
      slug: null,
    })
  })

  it('S-PANEL-09 a chosen day is sent as a date', () => {
    expect(toShareInput({ ...toShareDraft(), expiresOn: '2031-05-01' }).expires_at).toBe('2031-05-01')
  })

  it('a password is sent when typed, unchanged when left empty and removed on request', () => {
    expect(toShareInput({ ...toShareDraft(), password: 'secret' }).password).toBe('secret')
    expect('password' in toShareInput(toShareDraft())).toBe(false)
    expect(toShareInput({ ...toShareDraft(), password: 'typed too', removePassword: true }).password).toBeNull()
  })

  it('the form of an existing link shows the day on which it ends for its owner', () => {
    const lastMoment = new Date(2031, 4, 1, 23, 59, 59)
    expect(toLocalDay(lastMoment.toISOString())).toBe('2031-05-01')
  })

  it('S-PANEL-03 a link is active, revoked or expired; revoked takes precedence over expired', () => {
    expect(shareState({ revoked: false, active: true })).toBe('Active')
    expect(shareState({ revoked: true, active: false })).toBe('Revoked')
    expect(shareState({ revoked: false, active: false })).toBe('Expired')
  })
})
