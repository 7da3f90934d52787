import { execFileSync } from 'node:child_process'
import { decodeText, repairText } from './read-text.ts'

/** Encodes a text with iconv, because Node encodes UTF-8, UTF-16 and Latin-1 only. */
const encode = (text: string, encoding: string): Buffer =>
  execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: text })

describe('text of an unknown encoding', () => {
  it.each([
    ['UTF-8', ['Müller & Söhne © 写真 Иван 🎉', 'plain', '', 'e\u0301']],
    [
      'WINDOWS-1252',
      [
        '© 2024 Jörg Müller',
        'José Ñandú',
        'Straße',
        'Ærø',
        'François Lefèvre',
        'né',
        'Ü',
        '“Amélie”',
        'À la carte',
        'Åsa Öberg',
        'DSC_Hochzeit_Größe.jpg',
        'Peña',
        '© Renée',
      ],
    ],
    ['WINDOWS-1250', ['Paweł Wiśniewski', 'Łukasz', 'Świętosława Król']],
    [
      'WINDOWS-1251',
      [
        'Иван Петров',
        'ИВАН',
        '© 2024 Студия «Север»',
        'Фото Анна',
        'свадьба_001.jpg',
        'Ольга',
        'Ян Чжан',
        'Москва, ул. Ленина',
      ],
    ],
    ['SHIFT_JIS', ['山田太郎', 'テスト', '結婚式の写真.jpg', '(c) 佐藤', 'さくら', '東京タワー 2024', '表.jpg']],
    ['GBK', ['张伟', '李娜', '婚礼照片', '(c) 2024 王小明', '北京.jpg', '摄影师', '上海 IMG_0001.jpg']],
    ['BIG5', ['王小明', '攝影師']],
    ['ISO-2022-JP', ['山田太郎', '写真 by 佐藤']],
    ['UTF-16', ['Müller 写真']],
  ])('is read as %s', (encoding, texts) => {
    expect(texts.map(text => decodeText(encode(text, encoding)))).toEqual(texts)
  })

  it('is repaired if UTF-8 was decoded as Latin-1', () => {
    const decodeWrongly = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))
    for (const text of ['Müller', '写真 “Ä”', '© Иван']) expect(repairText(decodeWrongly(text))).toBe(text)
    for (const text of ['Müller', 'Ärger', '写真', 'Ã', 'São Tomé']) expect(repairText(text)).toBe(text)
  })

  it('is decoded even if its last character is cut off', () => {
    expect(decodeText(Buffer.from('Müller 写真').subarray(0, -1))).toBe('Müller 写')
  })

  it('is read from any bytes', () => {
    for (let byte = 0x80; byte < 0x100; byte++) expect(decodeText(Buffer.of(0x41, byte))).toMatch(/^A/)
    expect(decodeText(Buffer.of(0x81))).toHaveLength(1)
  })
})
