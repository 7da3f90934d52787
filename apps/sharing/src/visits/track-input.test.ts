import { parseDownload, isRobot, serializeEventData, readReportedSeconds } from './track-input.ts'

describe('stored event data', () => {
  it('S-TRK-02: contains type and count of a download', () => {
    expect(serializeEventData({ type: 'album_zip', count: 12 })).toBe('{"type":"album_zip","count":12}')
  })

  it('is empty if the data is too large or contains NUL', () => {
    expect(serializeEventData(undefined)).toBeNull()
    expect(serializeEventData({})).toBeNull()
    expect(serializeEventData({ type: 'x'.repeat(1000) })).toBeNull()
    expect(serializeEventData({ type: 'ü'.repeat(600) })).toBeNull()
    expect(serializeEventData({ type: 'a\0b' })).toBeNull()
  })
})

describe('figures from event data', () => {
  it('S-TRK-02: count a download of a known type with the reported number of photos', () => {
    expect(parseDownload({ type: 'album_zip', count: 12 })).toEqual({ type: 'album_zip', photos: 12 })
    expect(parseDownload({ type: 'single_image' })).toEqual({ type: 'single_image', photos: 1 })
    expect(parseDownload({ type: 'single_image', count: -3 })).toEqual({ type: 'single_image', photos: 1 })
    expect(parseDownload({ type: 'album_zip', count: 1e300 })).toEqual({ type: 'album_zip', photos: 100_000 })
    expect([parseDownload({ type: 'constructor' }), parseDownload({}), parseDownload(undefined)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it('S-TRK-08: count whole seconds, at most one day', () => {
    expect(readReportedSeconds({ duration_seconds: 12.4 })).toBe(12)
    expect(readReportedSeconds({ duration: 7 })).toBe(7)
    expect(readReportedSeconds({ duration_seconds: 1e300 })).toBe(86_400)
    for (const odd of [undefined, {}, { duration_seconds: -1 }, { duration_seconds: '9' }, { duration_seconds: NaN }])
      expect(readReportedSeconds(odd)).toBe(0)
  })
})

describe('user agents that count as robots', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Embedly/0.2 (+http://support.embed.ly/)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.1; +https://openai.com/gptbot)',
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  ])('%s', agent => {
    expect(isRobot(agent)).toBe(true)
  })
})

describe('user agents that count as visitors', () => {
  it.each([
    undefined,
    '',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; CUBOT KINGKONG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/13.5 (like Safari/8616, panda)',
    'node',
    'curl/8.5.0',
    'python-requests/2.32.3',
  ])('%s', agent => {
    expect(isRobot(agent)).toBe(false)
  })
})
