export interface CatalogueProgram {
  name: string;
  code: string;
  degree: string;
  area: string;
  cip: string;
  months: number;
}

/** Name | code | degree | area of interest | CIP | months. */
const TABLES: Readonly<Record<string, string>> = {
  trades: `
Welding Technology|WELD|Certificate/Diploma|Trades|48.0508|9
HVAC and Refrigeration|HVAC|Certificate/Diploma|Trades|47.0201|10
Electrical Technology|ELEC|Certificate/Diploma|Trades|46.0302|12
Automotive Technology|AUTO|Certificate/Diploma|Automotive|47.0604|12
Diesel and Heavy Equipment|DIES|Certificate/Diploma|Automotive|47.0605|12
Industrial Maintenance|INDM|Associate|Engineering|47.0303|18`,
  automotive: `
Automotive Technology|AUTO|Certificate/Diploma|Automotive|47.0604|12
Collision Repair|COLL|Certificate/Diploma|Automotive|47.0603|10
Diesel and Heavy Equipment|DIES|Certificate/Diploma|Automotive|47.0605|12
Electric Vehicle Service|EVSV|Certificate/Diploma|Automotive|47.0614|9
Motorcycle Technology|MOTO|Certificate/Diploma|Automotive|47.0611|9
Automotive Service Management|ASMG|Associate|Business|52.0209|18`,
  undergraduate: `
Business Administration|BSBA|Bachelor|Business|52.0201|44
Psychology|BSPS|Bachelor|Psychology & Social Work|42.0101|44
Information Technology|BSIT|Bachelor|Technology|11.0103|44
Accounting|BSAC|Bachelor|Business|52.0301|44
Criminal Justice|BSCJ|Bachelor|Criminal Justice|43.0104|44
Health Administration|BSHA|Bachelor|Health|51.0701|44
Cybersecurity|BSCY|Bachelor|Technology|11.1003|44
Early Childhood Education|BAEC|Bachelor|Education|13.1210|44
Marketing|BSMK|Bachelor|Business|52.1401|44
Liberal Studies|BALS|Bachelor|Liberal Arts|24.0101|44
Human Services|ASHS|Associate|Psychology & Social Work|44.0000|22
General Business|ASGB|Associate|Business|52.0101|22`,
  graduate: `
Master of Business Administration|MBA|Master|Business|52.0201|20
MS in Data Analytics|MSDA|Master|Technology|30.7101|20
MEd in Curriculum and Instruction|MECI|Master|Education|13.0301|18
MS in Counseling|MSCO|Master|Psychology & Social Work|51.1508|30
MS in Cybersecurity|MSCY|Master|Technology|11.1003|20
Master of Public Health|MPH|Master|Health|51.2201|24
MS in Nursing|MSN|Master|Nursing|51.3801|24
MS in Accounting|MSAC|Master|Business|52.0301|16
MA in Leadership|MALD|Master|Business|52.0213|18
Master of Healthcare Administration|MHA|Master|Health|51.0701|22
Doctor of Education|EDD|Doctorate|Education|13.0401|36
Doctor of Business Administration|DBA|Doctorate|Business|52.0201|36`,
  nursing: `
Practical Nursing|LPN|Certificate/Diploma|Nursing|51.3901|13
Associate Degree in Nursing|ADN|Associate|Nursing|51.3801|22
RN to BSN|RNBS|Bachelor|Nursing|51.3801|18
Medical Assisting|MEDA|Certificate/Diploma|Health|51.0801|9
Phlebotomy|PHLE|Certificate/Diploma|Health|51.1009|5
Patient Care Technician|PCTE|Certificate/Diploma|Health|51.3902|7`,
  health: `
Medical Assisting|MEDA|Certificate/Diploma|Health|51.0801|9
Dental Assisting|DENA|Certificate/Diploma|Health|51.0601|10
Medical Billing and Coding|MBCO|Certificate/Diploma|Health|51.0713|9
Surgical Technology|SURG|Associate|Health|51.0909|20
Pharmacy Technician|PHAR|Certificate/Diploma|Health|51.0805|9
Radiologic Technology|RADT|Associate|Health|51.0911|24`,
  business: `
Executive MBA|EMBA|Master|Business|52.0201|20
Master of Business Administration|MBA|Master|Business|52.0201|24
MS in Finance|MSFI|Master|Business|52.0801|16
MS in Nonprofit Leadership|MSNL|Master|Business|52.0206|18
MS in Business Analytics|MSBN|Master|Technology|52.1301|16`,
  social: `
Master of Social Work|MSW|Master|Psychology & Social Work|44.0701|30
MEd in Special Education|MESE|Master|Education|13.1001|20
MEd in Educational Leadership|MEEL|Master|Education|13.0401|20
MA in School Counseling|MASC|Master|Psychology & Social Work|13.1101|30
Master of Arts in Teaching|MAT|Master|Education|13.1206|18`,
  coding: `
Full-Stack Web Development|FSWD|Certificate/Diploma|Technology|11.0201|4
Data Science Immersive|DSIM|Certificate/Diploma|Technology|30.7001|4
UX Design|UXDE|Certificate/Diploma|Arts & Design|11.0105|3
Cloud Engineering|CLOU|Certificate/Diploma|Technology|11.0902|5`,
  home: `
Kitchen Remodeling|KITC|Non-degree|Other||2
Bath Remodeling|BATH|Non-degree|Other||1
Windows and Doors|WIND|Non-degree|Other||1`,
};

export const programsOf = (catalogue: string): CatalogueProgram[] =>
  (TABLES[catalogue] ?? '')
    .trim()
    .split('\n')
    .map((line) => {
      const [name, code, degree, area, cip, months] = line.split('|') as [
        ...[string, string, string, string, string, string],
      ];
      return { name, code, degree, area, cip, months: Number(months) };
    });
