import { startBrowser } from './web/browser.mjs'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
const s=JSON.parse(readFileSync('/tmp/fin9-seed.json'))
const browser=await startBrowser()
const looks=[['desktop','light'],['desktop','dark'],['phone','light'],['phone','dark']]
const dev={desktop:{viewport:{width:1280,height:800}},phone:{viewport:{width:390,height:844},isMobile:true,hasTouch:true,deviceScaleFactor:1}}
async function open(who,look){ const ctx=await browser.newContext({baseURL:s.base,colorScheme:look[1],...dev[look[0]],locale:'en-GB',serviceWorkers:'block'}); if(who) await ctx.addCookies(s[who].map(([name,value])=>({name,value,url:s.base}))); return ctx }
const P=async(page)=>{ await page.waitForLoadState('networkidle').catch(()=>{}); await page.waitForTimeout(400) }
const B=(page,n)=>page.getByRole('button',{name:n,exact:typeof n==='string'})
const a=s.albums
const unfold=async(p,ph)=>ph?p.getByText('Share Links',{exact:true}).click():B(p,'Share Links').click()
const cookie=Object.fromEntries(s.owner)
async function patchAlbum(body){ await fetch(s.base+'/api/albums/'+a[0],{method:'PATCH',headers:{'content-type':'application/json',cookie:s.owner.map(([k,v])=>k+'='+v).join('; ')},body:JSON.stringify(body)}); await new Promise(r=>setTimeout(r,700)) }
const screens={
 overview:['owner','/shares',async p=>{}],
 panel:['owner','/albums/'+a[1],async(p,ph)=>{await unfold(p,ph)}],
 panelmain:['owner','/albums/'+a[0],async(p,ph)=>{await unfold(p,ph)}],
 newlink:['owner','/albums/'+a[1],async(p,ph)=>{ if(ph) await unfold(p,ph); await B(p,'New Link').click(); await p.getByRole('dialog').waitFor()}],
 editlink:['owner','/albums/'+a[1],async(p,ph)=>{await unfold(p,ph); await B(p,'Edit').first().click(); await p.getByRole('dialog').waitFor(); await p.getByRole('dialog').evaluate(d=>{const b=[...d.querySelectorAll('div')].find(x=>x.scrollHeight>x.clientHeight+20); if(b) b.scrollTop=9999})}],
 qr:['owner','/albums/'+a[0],async(p,ph)=>{await unfold(p,ph); await B(p,'QR code').first().click(); await p.getByRole('dialog').waitFor()}],
 coverdlg:['owner','/albums/'+a[0],async(p,ph)=>{await B(p,'More actions').click(); await p.getByRole('menuitem',{name:'Gallery Cover'}).click(); await p.getByRole('dialog').waitFor()}],
 sharesel:['owner','/albums/'+a[0],async(p,ph)=>{await B(p,'Select Images').click(); await p.getByRole('checkbox').first().check(); await B(p,'Share Selection').click(); await p.getByRole('dialog').waitFor()}],
 selpage:['owner','/shares/selections/'+s.sel.album_id,async p=>{}],
 analytics:['owner',`/shares/${s.main.id}/analytics`,async p=>{},true],
 analyticstable:['owner',`/shares/${s.main.id}/analytics`,async p=>{for(const b of await B(p,'Show as table').all()) await b.click()},true],
 analyticsempty:['owner',`/shares/${s.empty.id}/analytics`,async p=>{}],
 analyticslocked:['starter',`/shares/${s.sLink.id}/analytics`,async p=>{}],
 wmlocked:['starter','/watermark',async p=>{}],
 hero:[null,'/share/'+s.main.token,async p=>{},false,{header_layout:'hero'}],
 split:[null,'/share/'+s.main.token,async p=>{},false,{header_layout:'split'}],
 framed:[null,'/share/'+s.main.token,async p=>{},false,{header_layout:'framed'}],
 text:[null,'/share/'+s.main.token,async p=>{},false,{header_layout:'text'}],
 gallery:[null,'/share/'+s.main.token,async p=>{await p.mouse.wheel(0,900);await p.waitForTimeout(600)}],
 selecting:[null,'/share/'+s.main.token,async p=>{await B(p,'Select').click(); await p.mouse.wheel(0,500); const l=p.getByRole('list',{name:'Photos'}).getByRole('button',{name:/^Select/}); await l.nth(0).click(); await l.nth(2).click(); await p.waitForTimeout(400)}],
 download:[null,'/share/'+s.main.token,async p=>{await p.getByRole('link',{name:'Download Album (ZIP)'}).click(); await p.getByRole('dialog').waitFor()}],
 refused:[null,'/share/'+s.limited.token,async p=>{await p.getByRole('link',{name:'Download Album (ZIP)'}).click(); await p.getByRole('dialog').waitFor(); await p.getByRole('dialog').getByRole('button',{name:'Download'}).click(); await p.getByRole('alert').waitFor()}],
 viewer:[null,`/share/${s.main.token}?photo=${s.ids[1]}`,async p=>{}],
 viewer2:[null,`/share/${s.main.token}?photo=${s.ids[6]}`,async p=>{}],
 slideshow:[null,`/share/${s.main.token}?photo=${s.ids[3]}`,async p=>{await B(p,'Play slideshow').click(); await p.waitForTimeout(3200)}],
 sheet:[null,`/share/${s.main.token}?photo=${s.ids[1]}`,async(p,ph)=>{ if(!ph) await B(p,'Gallery').click()}],
 password:[null,'/share/'+s.pw.token,async p=>{}],
 wrongpw:[null,'/share/'+s.pw.token,async p=>{await p.getByLabel('Password',{exact:true}).fill('gull'); await B(p,'Open Gallery').click(); await p.waitForTimeout(500)}],
 empty:[null,'/share/'+s.empty.token,async p=>{}],
 ended:[null,'/share/'+s.expired.token,async p=>{}],
 nodl:[null,'/share/'+s.nodl.token,async p=>{}],
 wmupload:['owner','/watermark',async p=>{}],
 wmname:['owner','/watermark',async p=>{ await p.getByLabel('Name').fill('Anna Berg Photography') }],
 wmbad:['owner','/watermark',async p=>{ const [c]=await Promise.all([p.waitForEvent('filechooser'),B(p,/Choose Image|Replace Image/).click()]); await c.setFiles({name:'Studio Berg logo.svg',mimeType:'image/svg+xml',buffer:Buffer.from('<svg/>')}) }],
 wmposition:['owner','/watermark',async p=>{ await p.getByRole('tab',{name:'Position & Preview'}).click(); await p.waitForTimeout(900)},true],
 wmleave:['owner','/watermark',async p=>{ await p.getByRole('tab',{name:'Position & Preview'}).click(); await p.getByRole('slider',{name:'Size'}).fill('33'); await p.getByRole('navigation',{name:'Main'}).getByRole('link',{name:'Albums'}).click(); await p.getByRole('dialog').waitFor()}],
}
const only=process.argv.slice(2)
for(const [name,[who,path,act,full,patch]] of Object.entries(screens)){
  if(only.length&&!only.includes(name)) continue
  if(patch) await patchAlbum(patch)
  const shots=[]
  for(const look of looks){
    const ctx=await open(who,look); const page=await ctx.newPage(); page.on('dialog',d=>d.accept()); page.setDefaultTimeout(15000)
    try{ await page.goto(path); await P(page); await act(page,look[0]==='phone'); await P(page) }catch(e){ console.log(name,look.join(),String(e).split('\n')[0]) }
    shots.push(await page.screenshot({fullPage:!!full}).catch(()=>null)); await ctx.close().catch(()=>{})
  }
  // compose 2 desktop side by side scaled + phones
  const parts=[]; let x=0,h=0
  for(const [i,b] of shots.entries()){ if(!b) continue; const w=i<2?900:330; const r=await sharp(b).resize({width:w}).toBuffer({resolveWithObject:true}); let buf=r.data, hh=r.info.height; if(hh>1500){buf=await sharp(buf).extract({left:0,top:0,width:w,height:1500}).toBuffer(); hh=1500} parts.push({input:buf,left:x,top:0}); x+=w+10; h=Math.max(h,hh)}
  await sharp({create:{width:x,height:h,channels:3,background:'#808080'}}).composite(parts).png().toFile(`/tmp/fin9-shots/${name}.png`)
  console.log(name)
}
await browser.close()
