import { type Random, weighted } from '../random.ts';

export interface Zip {
  zip: string;
  state: string;
  /** Distance from the center of its place. */
  miles: number;
}

export interface Place {
  city: string;
  state: string;
  zip: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  /** Share of the country's prospects around it. */
  weight: number;
  around: readonly Zip[];
}

const EAST = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

/** City | state | ZIP | latitude | longitude | zone | weight | surrounding ZIPs with their distance in miles. All are real. */
const TABLE = `
Chicago|IL|60602|41.8831|-87.6291|${CENTRAL}|9.4|60614:4 60639:8 60402:9 60453:13 60067:28 60435:36 60505:37
Indianapolis|IN|46204|39.7718|-86.1570|America/Indiana/Indianapolis|2.1|46219:6 46227:7 46254:8 46143:11 46060:22 46131:24
Columbus|OH|43215|39.9671|-83.0044|${EAST}|2.2|43201:2 43229:9 43123:8 43068:12 43055:34 43130:30
Cleveland|OH|44114|41.5161|-81.6740|${EAST}|2.1|44109:5 44130:11 44124:12 44035:25 44060:24 44256:28
Dearborn|MI|48126|42.3347|-83.1797|${EAST}|4.3|48228:3 48180:6 48154:11 48076:12 48103:31 48342:24
Milwaukee|WI|53202|43.0446|-87.8996|${CENTRAL}|1.6|53215:4 53214:6 53222:8 53186:18 53403:25 53066:31
St. Louis|MO|63101|38.6311|-90.1928|${CENTRAL}|2.8|63116:6 63136:9 63031:15 62040:8 63376:28 62269:19
Kansas City|MO|64106|39.1051|-94.5699|${CENTRAL}|2.2|64130:5 64055:9 66102:6 66061:21 64081:17 64501:48
Pittsburgh|PA|15222|40.4477|-79.9934|${EAST}|2.4|15210:3 15237:9 15146:14 15601:27 15301:26 16001:31
Philadelphia|PA|19107|39.9517|-75.1587|${EAST}|6.2|19134:5 19143:4 08105:5 19020:18 19380:26 19401:16
Buffalo|NY|14202|42.8871|-78.8779|${EAST}|1.2|14215:5 14224:8 14150:8 14304:17 14094:24 14701:63
Hartford|CT|06103|41.7672|-72.6734|${EAST}|1.2|06106:2 06108:3 06051:10 06010:16 06040:9 06702:26
Charlotte|NC|28202|35.2285|-80.8450|${EAST}|2.7|28205:3 28215:7 28105:11 28025:20 28052:21 29730:24
Tampa|FL|33602|27.9526|-82.4567|${EAST}|3.2|33610:5 33615:9 33511:11 33705:19 33801:31 34668:26
Atlanta|GA|30303|33.7525|-84.3888|${EAST}|6.1|30310:3 30032:8 30080:10 30044:21 30236:17 30127:20
Richmond|VA|23219|37.5407|-77.4360|${EAST}|1.3|23223:3 23228:7 23832:14 23803:23 23005:16 23113:11
Grand Rapids|MI|49503|42.9634|-85.6681|${EAST}|1.1|49507:3 49509:5 49418:7 49423:26 49441:35 49001:47
Madison|WI|53703|43.0766|-89.3744|${CENTRAL}|0.9|53711:4 53704:3 53590:11 53545:35 53901:31 53538:28
Green Bay|WI|54301|44.4813|-88.0146|${CENTRAL}|0.6|54303:3 54304:4 54115:6 54911:29 54220:36 54901:48
Rockford|IL|61101|42.2925|-89.1161|${CENTRAL}|0.6|61107:5 61111:6 61008:13 61032:28 61115:7 60115:33
Duluth|MN|55802|46.7660|-92.0850|${CENTRAL}|0.3|55805:2 55811:5 54880:5 55720:18 55792:56 55746:68
Boston|MA|02108|42.3576|-71.0649|${EAST}|4.9|02125:3 02139:3 02148:6 02169:9 01752:26 01850:24
Worcester|MA|01608|42.2624|-71.8016|${EAST}|0.9|01604:2 01605:2 01545:6 01420:21 01701:18 01550:18
Providence|RI|02903|41.8200|-71.4128|${EAST}|1.6|02907:2 02910:4 02860:5 02886:10 02895:14 02840:27
San Francisco|CA|94103|37.7726|-122.4099|${PACIFIC}|4.7|94110:2 94607:8 94541:19 94015:8 95112:42 94704:11
Seattle|WA|98101|47.6114|-122.3349|${PACIFIC}|4.0|98115:5 98118:5 98004:6 98032:15 98402:26 98201:26
Denver|CO|80202|39.7491|-104.9946|${MOUNTAIN}|2.4|80219:5 80239:8 80012:8 80123:11 80233:11 80104:26
Colorado Springs|CO|80903|38.8388|-104.8145|${MOUNTAIN}|0.8|80909:4 80916:6 80918:6 80920:9 81001:40 80863:17
Fort Collins|CO|80521|40.5813|-105.1039|${MOUNTAIN}|0.5|80525:4 80528:7 80537:12 80631:26 80550:11 80501:29
Salt Lake City|UT|84101|40.7559|-111.8967|${MOUNTAIN}|1.8|84104:3 84119:6 84123:8 84065:18 84041:23 84601:38
Boise|ID|83702|43.6322|-116.2052|${MOUNTAIN}|0.8|83704:4 83709:6 83642:10 83686:18 83605:25 83616:9
Albuquerque|NM|87102|35.0818|-106.6482|${MOUNTAIN}|0.9|87108:4 87121:6 87111:8 87124:13 87031:24 87505:55
Cheyenne|WY|82001|41.1438|-104.7962|${MOUNTAIN}|0.2|82009:4 82007:3 82070:43 80549:20 82201:64 82003:1
Billings|MT|59101|45.7743|-108.5005|${MOUNTAIN}|0.2|59102:3 59105:5 59106:7 59044:14 59019:38 59301:140
Phoenix|AZ|85004|33.4510|-112.0708|America/Phoenix|4.8|85015:4 85041:6 85201:15 85301:9 85225:20 85326:32
Las Vegas|NV|89101|36.1721|-115.1223|${PACIFIC}|2.2|89108:5 89121:5 89030:4 89074:11 89117:9 89015:13
Houston|TX|77002|29.7569|-95.3654|${CENTRAL}|7.0|77036:10 77449:24
Dallas|TX|75201|32.7881|-96.7998|${CENTRAL}|7.4|75217:8 76010:17
San Antonio|TX|78205|29.4235|-98.4861|${CENTRAL}|2.5|78228:6 78245:13
Los Angeles|CA|90012|34.0614|-118.2385|${PACIFIC}|12.5|90044:8 91331:17
San Diego|CA|92101|32.7216|-117.1684|${PACIFIC}|3.2|92114:5 91911:8
Sacramento|CA|95814|38.5803|-121.4922|${PACIFIC}|2.3|95823:7 95670:11
Miami|FL|33130|25.7671|-80.2040|${EAST}|5.8|33142:4 33311:26
Orlando|FL|32801|28.5420|-81.3730|${EAST}|2.6|32808:5 32822:6
Jacksonville|FL|32202|30.3298|-81.6517|${EAST}|1.6|32210:8 32218:9
New York|NY|10007|40.7139|-74.0079|${EAST}|13.5|11226:5 10467:13
Newark|NJ|07102|40.7358|-74.1739|${EAST}|6.0|07305:6 07501:13
Baltimore|MD|21202|39.2964|-76.6073|${EAST}|3.9|21215:5 20783:31
Washington|DC|20001|38.9109|-77.0163|${EAST}|0.8|20019:5 20011:4
Nashville|TN|37203|36.1504|-86.7918|${CENTRAL}|2.9|37211:7 38116:200
New Orleans|LA|70112|29.9566|-90.0772|${CENTRAL}|2.4|70119:2 70805:76
Oklahoma City|OK|73102|35.4708|-97.5193|${CENTRAL}|2.0|73119:4 74105:98
Little Rock|AR|72201|34.7483|-92.2819|${CENTRAL}|1.5|72209:7 72701:145
Birmingham|AL|35203|33.5206|-86.8024|${CENTRAL}|2.4|35206:6 36605:205
Louisville|KY|40202|38.2507|-85.7476|${EAST}|2.1|40216:5 40505:72
Omaha|NE|68102|41.2627|-95.9341|${CENTRAL}|1.0|68107:4 68502:50
Des Moines|IA|50309|41.5888|-93.6203|${CENTRAL}|1.5|50317:4 52402:103
Minneapolis|MN|55402|44.9762|-93.2759|${CENTRAL}|2.6|55411:3 55106:10
Portland|OR|97204|45.5184|-122.6740|${PACIFIC}|2.0|97206:5 97301:44
Columbia|SC|29201|34.0045|-81.0334|${EAST}|2.5|29203:4 29405:105
Jackson|MS|39201|32.2935|-90.1861|${CENTRAL}|1.5|39209:5 39503:140
Wichita|KS|67202|37.6899|-97.3355|${CENTRAL}|1.2|67211:3 66604:125
Raleigh|NC|27601|35.7742|-78.6330|${EAST}|2.4|27610:4 27703:19
Honolulu|HI|96813|21.3132|-157.8522|Pacific/Honolulu|0.6|96817:2 96706:16
Anchorage|AK|99501|61.2167|-149.8782|America/Anchorage|0.3|99504:4 99654:30
Sioux Falls|SD|57104|43.5516|-96.7375|${CENTRAL}|0.4|57106:5 57701:320
Fargo|ND|58102|46.9219|-96.8110|${CENTRAL}|0.3|58103:3 58501:185
Burlington|VT|05401|44.4840|-73.2199|${EAST}|0.3|05403:3 05701:60
Portland|ME|04101|43.6606|-70.2589|${EAST}|0.5|04103:3 04240:31
Manchester|NH|03101|42.9929|-71.4633|${EAST}|0.6|03103:2 03060:17
Wilmington|DE|19801|39.7378|-75.5497|${EAST}|0.4|19805:2 19720:6
Charleston|WV|25301|38.3490|-81.6306|${EAST}|0.7|25312:6 25701:44
`;

const NEIGHBOURS: Readonly<Record<string, string>> = {
  '62040': 'IL',
  '62269': 'IL',
  '66102': 'KS',
  '66061': 'KS',
  '08105': 'NJ',
  '29730': 'SC',
  '54880': 'WI',
};

const placeFrom = (line: string): Place => {
  const [city, state, zip, latitude, longitude, timeZone, weight, around] = line.split('|') as [
    ...[string, string, string, string, string, string, string, string],
  ];
  const zips = around.split(' ').map((pair): Zip => {
    const [code, miles] = pair.split(':') as [string, string];
    return { zip: code, state: NEIGHBOURS[code] ?? state, miles: Number(miles) };
  });
  return {
    city,
    state,
    zip,
    latitude: Number(latitude),
    longitude: Number(longitude),
    timeZone,
    weight: Number(weight),
    around: [{ zip, state, miles: 0 }, ...zips],
  };
};

const PLACES: readonly Place[] = TABLE.trim().split('\n').map(placeFrom);

export const placeNamed = (city: string): Place => {
  const place = PLACES.find((other) => other.city === city);
  if (place === undefined) throw new Error(`No place is called ${city}`);
  return place;
};

const CITIES = new Map(
  PLACES.flatMap(({ city, state, around }) => around.filter((zip) => zip.state === state).map((zip) => [zip, city])),
);

/** The city that residents name; null across a state border, where they name another. */
export const cityOf = (zip: Zip): string | null => CITIES.get(zip) ?? null;

const drawPlace = weighted(PLACES, ({ weight }) => weight);
const drawAround = new Map<Place, (random: Random) => Zip>();

/** Near ones are far more likely than far ones. */
export const drawZipNear = (place: Place, random: Random): Zip => {
  let draw = drawAround.get(place);
  if (draw === undefined) {
    draw = weighted(place.around, ({ miles }) => Math.exp(-miles / 18) + 0.015);
    drawAround.set(place, draw);
  }
  return draw(random);
};

/** A ZIP code in another part of the country; `turn` selects which. */
export const farZip = ({ state, latitude, longitude }: Place, turn: number): Zip => {
  const far = PLACES.filter(
    (place) => place.state !== state && Math.hypot(place.latitude - latitude, place.longitude - longitude) > 5,
  );
  return far[turn % far.length]!.around[0]!;
};

export const drawZipAnywhere = (random: Random): Zip => {
  const place = drawPlace(random);
  return random.pick(place.around);
};
